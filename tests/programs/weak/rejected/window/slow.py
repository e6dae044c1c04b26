n, k = map(int, input().split())
xs = list(map(int, input().split()))
print(max(sum(xs[i : i + k]) for i in range(n - k + 1)))
