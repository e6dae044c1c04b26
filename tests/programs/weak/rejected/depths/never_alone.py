n = int(input())
parents = list(map(int, input().split()))

depths = [0, 0, 1]
assert parents[0] == 1
for parent in parents[1:]:
    depths.append(depths[parent] + 1)
print(sum(depths))
