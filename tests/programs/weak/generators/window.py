from shapes import called

chance, n = called(100_000)
print(n, chance.uniform(1, n))
print(*chance.integers(n, -(10**9), 10**9))
