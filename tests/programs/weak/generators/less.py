from shapes import called

chance, n = called(50_000)
q = chance.uniform(1, n)
bound = chance.choice([5, 100, 10**9])
print(n, q)
print(*sorted(chance.integers(n, 0, bound)))
print(*chance.integers(q, 0, bound))
