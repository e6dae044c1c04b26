class Solution {
public:
    vector<vector<int>> generate(int numRows) {
        vector<vector<int>> rows;
        for (int n = 0; n < numRows; ++n) {
            rows.emplace_back(n + 1, 1);
            for (int k = 1; k < n; ++k) rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
        }
        return rows;
    }
};
