from shapes import called

chance, n = called(20_000)
bound = chance.choice([10, 1000, 2 * 10**9])
print(n)
for _ in range(n):
    a, b = chance.uniform(-bound, bound), chance.uniform(-bound, bound)
    if chance.uniform(1, 10) <= 5:
        b = max(-bound, min(bound, a + chance.uniform(-3, 3)))
    print(min(a, b), max(a, b))
