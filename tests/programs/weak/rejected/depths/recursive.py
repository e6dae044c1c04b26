n = int(input())
parents = list(map(int, input().split()))

children = [[] for _ in range(n + 1)]
for child, parent in enumerate(parents, 2):
    children[parent].append(child)


def total(node, depth):
    return depth + sum(total(child, depth + 1) for child in children[node])


print(total(1, 0))
