from shapes import called

chance, n = called(40)
most = chance.uniform(1, chance.choice([10, 100, 2000]))
values = chance.integers(n, 1, 10**9)
print(n, most)
for value in values:
    print(chance.uniform(1, chance.choice([3, most])), value)
