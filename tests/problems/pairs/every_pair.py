"""Right, and too slow for thousands."""

_, k = map(int, input().split())
numbers = list(map(int, input().split()))
print(sum((one + other) % k == 0 for at, one in enumerate(numbers) for other in numbers[:at]))
