n = int(input())
parents = list(map(int, input().split()))

depths = [0, 0]
for parent in parents:
    depths.append(1 if parent == 1 else depths[-1] + 1)
print(sum(depths))
