from collections import Counter

input()
counts = Counter(input().split())
print(min(counts, key=lambda word: (-counts[word], word)))
