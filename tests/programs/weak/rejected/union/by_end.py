n = int(input())
pairs = [tuple(map(int, input().split())) for _ in range(n)]

total, reached = 0, -2 * 10**9
for end, start in sorted((end, start) for start, end in pairs):
    total += max(0, end - max(start, reached))
    reached = max(reached, end)
print(total)
