nodes, edges = map(int, input().split())
after = [[] for _ in range(nodes + 1)]
waits_for = [0] * (nodes + 1)
for _ in range(edges):
    first, second = map(int, input().split())
    after[first].append(second)
    waits_for[second] += 1
free = [node for node in range(1, nodes + 1) if not waits_for[node]]
for node in free:
    for other in after[node]:
        waits_for[other] -= 1
        if not waits_for[other]:
            free.append(other)
print(*free)
