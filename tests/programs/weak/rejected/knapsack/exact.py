n, most = map(int, input().split())
items = [tuple(map(int, input().split())) for _ in range(n)]

best = [0] + [-(10**18)] * most
for weight, value in items:
    for total in range(most, weight - 1, -1):
        best[total] = max(best[total], best[total - weight] + value)
print(max(best[most], 0))
