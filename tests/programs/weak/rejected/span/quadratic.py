input()
xs = list(map(int, input().split()))
print(max(a - b for a in xs for b in xs))
