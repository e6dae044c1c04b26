class Solution {
public:
    vector<int> twoSum(vector<int>& nums, int target) {
        unordered_map<int, int> seen;
        for (int i = 0; i < nums.size(); ++i) {
            if (auto found = seen.find(target - nums[i]); found != seen.end()) return {found->second, i};
            seen[nums[i]] = i;
        }
        return {};
    }
};
