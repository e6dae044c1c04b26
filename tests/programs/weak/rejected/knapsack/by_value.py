n, most = map(int, input().split())
items = [tuple(map(int, input().split())) for _ in range(n)]

total = 0
for weight, value in sorted(items, key=lambda item: -item[1]):
    if weight <= most:
        most, total = most - weight, total + value
print(total)
