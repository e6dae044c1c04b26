n, k = map(int, input().split())
xs = list(map(int, input().split()))
now, best = sum(xs[:k]), 0
best = max(best, now)
for i in range(k, n):
    now += xs[i] - xs[i - k]
    best = max(best, now)
print(best)
