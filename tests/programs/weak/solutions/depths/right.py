n = int(input())
parents = list(map(int, input().split()))

depths = [0, 0]
for parent in parents:
    depths.append(depths[parent] + 1)
print(sum(depths))
