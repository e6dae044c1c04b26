class Solution:
    def generate(self, numRows: int) -> List[List[int]]:
        rows = [[1]]
        while len(rows) < numRows:
            rows.append([1, *map(sum, pairwise(rows[-1])), 1])
        return rows
