input()
values = [*map(int, input().split())]
todo = [(0, len(values))]
while todo:
    start, stop = todo.pop()
    if stop - start < 2:
        continue
    pivot, middle = values[start], start
    for i in range(start + 1, stop):
        if values[i] < pivot:
            middle += 1
            values[i], values[middle] = values[middle], values[i]
    values[start], values[middle] = values[middle], pivot
    todo += (start, middle), (middle + 1, stop)
print(*values)
