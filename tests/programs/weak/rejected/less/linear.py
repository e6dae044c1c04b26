input()
xs = list(map(int, input().split()))
for x in map(int, input().split()):
    print(sum(other < x for other in xs))
