from collections import Counter

input()
words = input().split()
counts = Counter(word[:3] for word in words)
best = min(counts, key=lambda word: (-counts[word], word))
print(min(word for word in words if word[:3] == best))
