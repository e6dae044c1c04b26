class Solution {
public:
    void rotate(vector<int> nums, int k) {
        // a copy
        std::rotate(nums.rbegin(), nums.rbegin() + k % nums.size(), nums.rend());
    }
};
