class Solution:
    def generate(self, numRows: int) -> List[List[int]]:
        # all rows are the same list
        row, rows = [1], []
        for _ in range(numRows):
            rows.append(row)
            row[:] = [1, *map(sum, pairwise(row)), 1]
        return rows
