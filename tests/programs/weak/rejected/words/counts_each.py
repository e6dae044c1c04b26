input()
words = input().split()
print(min(words, key=lambda word: (-words.count(word), word)))
