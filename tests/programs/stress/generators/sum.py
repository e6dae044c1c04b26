from shapes import called

chance, n = called(100_000)
print(n)
print(*chance.integers(n, 0, 2**31 - 1))
