input()
xs = input().split()
print(int(max(xs)) - int(min(xs)))
