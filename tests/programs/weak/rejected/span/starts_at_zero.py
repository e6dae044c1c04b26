input()
low = high = 0
for x in map(int, input().split()):
    low, high = min(low, x), max(high, x)
print(high - low)
