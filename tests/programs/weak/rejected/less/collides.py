from bisect import bisect_left

input()
xs, known = list(map(int, input().split())), {}
for x in map(int, input().split()):
    if x % 1009 not in known:
        known[x % 1009] = bisect_left(xs, x)
    print(known[x % 1009])
