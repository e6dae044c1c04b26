class Solution {
public:
    vector<vector<int>> generate(int numRows) { return vector(numRows, vector<int>(numRows + 1, 1)); }
};
