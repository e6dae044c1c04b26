n, m = map(int, input().split())
rows = [input() for _ in range(n)]

ways = [1] * m
for row in rows[1:]:
    for j in range(1, m):
        ways[j] = 0 if row[j] == "#" else (ways[j] + ways[j - 1]) % 1_000_000_007
print(ways[-1])
