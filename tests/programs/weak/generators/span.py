from shapes import called

chance, n = called(100000)
print(n)
print(*chance.integers(n, -2 * 10**9, 2 * 10**9))
