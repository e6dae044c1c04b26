from shapes import called

chance, n = called(100_000)
near = chance.choice([1, 1, 2, n])
print(n)
print(*(chance.uniform(max(1, i - near), i - 1) for i in range(2, n + 1)))
