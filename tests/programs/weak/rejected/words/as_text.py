from collections import Counter

input()
counts = Counter(input().split())
most = max(map(str, counts.values()))
print(min(word for word in counts if str(counts[word]) == most))
