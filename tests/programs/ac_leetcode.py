# judge: {format: leetcode, expect: {"*": AC}}
"""A class with a method that changes the board in place, as on the site: accepted."""


class Solution:
    def solveSudoku(self, board: list[list[str]]) -> None:
        full = [
            "534678912", "672195348", "198342567",
            "859761423", "426853791", "713924856",
            "961537284", "287419635", "345286179",
        ]
        for row, digits in zip(board, full):
            row[:] = digits
