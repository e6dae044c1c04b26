# judge: {expect: {"partition/many-*": WA, partition: AC}}
numbers = [*map(int, open(0).read().split())][1:]
sums, parts = [0, 0], {}
for at in sorted(range(len(numbers)), key=numbers.__getitem__, reverse=True):
    parts[at] = sums.index(min(sums))
    sums[parts[at]] += numbers[at]
print(*(parts[at] for at in range(len(numbers))))
