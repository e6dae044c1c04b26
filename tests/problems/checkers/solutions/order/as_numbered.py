# judge: {expect: {order/2: WA, order: AC}}
nodes, edges = map(int, input().split())
print(*range(1, nodes + 1))
