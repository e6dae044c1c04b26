n, most = map(int, input().split())
items = [tuple(map(int, input().split())) for _ in range(n)]

best = [0] * (most + 1)
for weight, value in items:
    for total in range(most, weight - 1, -1):
        best[total] = max(best[total], best[total - weight] + value)
print(best[most])
