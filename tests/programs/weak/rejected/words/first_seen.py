from collections import Counter

input()
counts = Counter(input().split())
print(max(counts, key=counts.get))
