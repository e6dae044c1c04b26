input()
low, high = 10**6, -(10**6)
for x in map(int, input().split()):
    low, high = min(low, x), max(high, x)
print(high - low)
