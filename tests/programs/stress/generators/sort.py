from shapes import called

chance, n = called(10_000)
print(n)
print(*chance.integers(n, -(10**9), 10**9))
