from bisect import bisect_left

input()
xs = sorted(set(map(int, input().split())))
for x in map(int, input().split()):
    print(bisect_left(xs, x))
