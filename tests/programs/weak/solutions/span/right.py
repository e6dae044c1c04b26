input()
xs = list(map(int, input().split()))
print(max(xs) - min(xs))
