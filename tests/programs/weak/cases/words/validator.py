n, words = int(input()), input().split()
legal = 1 <= n == len(words) <= 50_000 and all(
    len(word) <= 10 and word.isascii() and word.isalpha() and word.islower() for word in words
)
raise SystemExit(42 if legal else 43)
