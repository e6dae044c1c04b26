class Solution {
    public int[][] transpose(int[][] matrix) {
        return IntStream.range(0, matrix[0].length)
                .mapToObj(j -> Arrays.stream(matrix).mapToInt(row -> row[j]).toArray())
                .toArray(int[][]::new);
    }
}
