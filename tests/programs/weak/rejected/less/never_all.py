from bisect import bisect_left

input()
xs = list(map(int, input().split()))
for x in map(int, input().split()):
    print(bisect_left(xs, x, 0, len(xs) - 1))
