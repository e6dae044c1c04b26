input()
scores = [*map(int, input().split())]
print(scores.index(max(scores)) + 1)
