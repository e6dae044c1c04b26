input()
depths = [0, 1]
for parent in map(int, input().split()):
    depths.append(depths[parent] + 1)
print(max(depths))
