class Solution {
public:
    vector<vector<int>> threeSum(vector<int>& nums) {
        // a number may be its own neighbour
        set<vector<int>> found;
        sort(nums.begin(), nums.end());
        for (int a : nums)
            for (int b : nums)
                for (int c : nums)
                    if (a <= b && b <= c && a + b + c == 0) found.insert({a, b, c});
        return vector(found.begin(), found.end());
    }
};
