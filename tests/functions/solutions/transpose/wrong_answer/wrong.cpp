class Solution {
public:
    vector<vector<int>> transpose(vector<vector<int>>& matrix) {
        // the other diagonal
        vector turned(matrix[0].size(), vector<int>(matrix.size()));
        for (int i = 0; i < matrix.size(); ++i)
            for (int j = 0; j < matrix[0].size(); ++j)
                turned[matrix[0].size() - 1 - j][matrix.size() - 1 - i] = matrix[i][j];
        return turned;
    }
};
