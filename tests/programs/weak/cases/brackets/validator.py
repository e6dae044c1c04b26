word = input()
legal = 1 <= len(word) <= 200_000 and set(word) <= set("()[]")
raise SystemExit(42 if legal else 43)
