# hostile: {entry: 17, expect: [MLE, RE], why: endless recursion with the guard taken out}
# A frame takes 8 KB here, so that memory ends before the time; 1 GiB where nothing stops it.
import sys


def deeper(left, *room):
    return left and deeper(left - 1, *room) + 1


sys.setrecursionlimit(1 << 30)
print("LEAKED: depth", deeper(130_000, *range(1000)))
