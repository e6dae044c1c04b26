n = int(input())
values = [*map(int, input().split())]
longest, length = 0, 1
for i in range(1, n):
    length = length + 1 if values[i] == values[i - 1] else 1
    longest = max(longest, length)
print(longest)
