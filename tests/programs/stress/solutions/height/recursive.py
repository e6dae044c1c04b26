n = int(input())
children = [[] for _ in range(n + 1)]
for child, parent in enumerate(map(int, input().split()), 2):
    children[parent].append(child)


def height(vertex):
    highest = 0
    for child in children[vertex]:
        highest = max(highest, height(child))
    return highest + 1


print(height(1))
