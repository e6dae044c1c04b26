from bisect import bisect_right

input()
xs = list(map(int, input().split()))
for x in map(int, input().split()):
    print(bisect_right(xs, x))
