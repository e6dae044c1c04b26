n = int(input())
parents = list(map(int, input().split()))

above = [0, 0, *parents]
total = 0
for node in range(2, n + 1):
    while node != 1:
        node = above[node]
        total += 1
print(total)
