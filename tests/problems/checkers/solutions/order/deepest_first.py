nodes, edges = map(int, input().split())
after = [[] for _ in range(nodes + 1)]
for _ in range(edges):
    first, second = map(int, input().split())
    after[first].append(second)
done = []


def visit(node):
    for other in after[node]:
        if other not in done:
            visit(other)
    done.append(node)


for node in range(1, nodes + 1):
    if node not in done:
        visit(node)
for node in reversed(done):
    print(node)
