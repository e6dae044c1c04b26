numbers = [*map(int, open(0).read().split())][1:]
ways = range(1 << len(numbers))


def difference(way):
    return abs(sum(number if way >> at & 1 else -number for at, number in enumerate(numbers)))


best = min(ways, key=difference)
print(*(best >> at & 1 for at in range(len(numbers))))
