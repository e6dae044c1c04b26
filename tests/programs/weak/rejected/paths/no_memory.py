n, m = map(int, input().split())
rows = [input() for _ in range(n)]


def count(i, j):
    if i < 0 or j < 0 or rows[i][j] == "#":
        return 0
    return 1 if i == j == 0 else (count(i - 1, j) + count(i, j - 1)) % 1_000_000_007


print(count(n - 1, m - 1))
