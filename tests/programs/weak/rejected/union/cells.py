n = int(input())
pairs = [tuple(map(int, input().split())) for _ in range(n)]

covered = set()
for start, end in pairs:
    covered.update(range(start, end))
print(len(covered))
