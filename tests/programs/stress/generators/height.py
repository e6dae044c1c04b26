from shapes import called

chance, n = called(5_000)
print(n)
print(*chance.parents(n))
