class Solution {
    public int[][] transpose(int[][] matrix) {
        int[][] turned = new int[matrix[0].length][matrix.length];
        for (int i = 0; i < matrix.length; i++)
            for (int j = 0; j < i; j++) turned[j][i] = matrix[i][j];
        return turned;
    }
}
