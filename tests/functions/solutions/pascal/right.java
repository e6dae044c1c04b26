class Solution {
    public List<List<Integer>> generate(int numRows) {
        List<List<Integer>> rows = new ArrayList<>();
        for (int n = 0; n < numRows; n++) {
            List<Integer> row = new ArrayList<>(Collections.nCopies(n + 1, 1));
            for (int k = 1; k < n; k++) row.set(k, rows.get(n - 1).get(k - 1) + rows.get(n - 1).get(k));
            rows.add(row);
        }
        return rows;
    }
}
