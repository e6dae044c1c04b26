from shapes import called

chance, n = called(50_000)
letters, length = chance.choice(["ab", "abcxyz"]), chance.choice([1, 4, 8])
print(n)
print(*("".join(chance.choice(letters) for _ in range(chance.uniform(1, length))) for _ in range(n)))
