n, k = map(int, input().split())
xs = list(map(int, input().split()))
best = now = max(xs[0], 0)
for i in range(1, n):
    now = max(now + xs[i], 0)
    if i >= k:
        now -= max(xs[i - k], 0)
    best = max(best, now)
print(sum(xs[:k]) if k == n else best)
