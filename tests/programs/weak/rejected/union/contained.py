n = int(input())
pairs = [tuple(map(int, input().split())) for _ in range(n)]

total, reached = 0, -2 * 10**9
for start, end in sorted(pairs):
    total += max(0, end - max(start, reached))
    reached = end
print(total)
