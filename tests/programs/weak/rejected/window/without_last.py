n, k = map(int, input().split())
xs = list(map(int, input().split()))
now = best = sum(xs[:k])
for i in range(k, n - 1):
    now += xs[i] - xs[i - k]
    best = max(best, now)
print(best)
