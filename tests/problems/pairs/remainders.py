"""Count the pairs with a sum divisible by k, by their remainders."""

from collections import Counter

_, k = map(int, input().split())
seen: Counter[int] = Counter()
pairs = 0
for number in map(int, input().split()):
    pairs += seen[-number % k]
    seen[number % k] += 1
print(pairs)
