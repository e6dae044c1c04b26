n, k = map(int, input().split())
xs = list(map(int, input().split()))
now, best = sum(xs[:k]), -(10**18)
for i in range(k, n):
    now += xs[i] - xs[i - k]
    best = max(best, now)
print(best)
