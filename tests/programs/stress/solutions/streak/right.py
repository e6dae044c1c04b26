from itertools import groupby

input()
print(max(len([*equal]) for _, equal in groupby(input().split())))
