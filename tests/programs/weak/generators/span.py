from shapes import called

chance, n = called(100000)
print(n)
print(*chance.integers(n, -(10**9), 10**9))
