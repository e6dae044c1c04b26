n, most = map(int, input().split())
items = [tuple(map(int, input().split())) for _ in range(n)]


def best(i, left):
    if i == n:
        return 0
    weight, value = items[i]
    without = best(i + 1, left)
    return without if weight > left else max(without, value + best(i + 1, left - weight))


print(best(0, most))
