n, m = map(int, input().split())
rows = [input() for _ in range(n)]

ways = [0] * m
ways[0] = 1
for row in rows:
    for j in range(m):
        if row[j] == "#":
            ways[j] = 0
        elif j:
            ways[j] = (ways[j] + ways[j - 1]) % 1_000_000_007
print(ways[-1])
