from shapes import called

chance, n = called(1_000_000)
a, b = chance.uniform(1, n), chance.uniform(1, n)
print(min(a, b), max(a, b))
