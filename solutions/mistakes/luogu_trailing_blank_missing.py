# judge: {format: luogu, source: 002_1b628aeb3e0a93c8.txt, expect: {"*": PE trailing-blank-missing}}
"""Right, but no space follows the last digit of a line, as at the end of the sample in the document."""

import sys

ALL = (1 << 10) - 2


def solve(grid):
    """Fill the blank with the fewest candidates first; True if all could be filled."""
    row, column, box = [ALL] * 9, [ALL] * 9, [ALL] * 9
    blanks = []
    for cell, digit in enumerate(grid):
        i, j, k = cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3
        if digit:
            row[i] ^= 1 << digit
            column[j] ^= 1 << digit
            box[k] ^= 1 << digit
        else:
            blanks.append((cell, i, j, k))

    def search():
        if not blanks:
            return True
        blank = min(blanks, key=lambda b: (row[b[1]] & column[b[2]] & box[b[3]]).bit_count())
        blanks.remove(blank)
        cell, i, j, k = blank
        candidates = row[i] & column[j] & box[k]
        for digit in range(1, 10):
            bit = 1 << digit
            if candidates & bit:
                row[i] ^= bit
                column[j] ^= bit
                box[k] ^= bit
                grid[cell] = digit
                if search():
                    return True
                row[i] ^= bit
                column[j] ^= bit
                box[k] ^= bit
        blanks.append(blank)
        return False

    return search()


grid = list(map(int, sys.stdin.read().split()))
solve(grid)
rows = [grid[start : start + 9] for start in range(0, 81, 9)]
for row in rows:
    print(*row)
