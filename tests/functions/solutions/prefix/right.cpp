class Solution {
public:
    string longestCommonPrefix(vector<string>& strs) {
        string prefix = strs[0];
        for (const string& each : strs)
            while (each.compare(0, prefix.size(), prefix)) prefix.pop_back();
        return prefix;
    }
};
