from shapes import called

chance, size = called(500)
n, m = (size, size) if chance.uniform(1, 10) <= 3 else (chance.uniform(1, size), chance.uniform(1, size))
walls = chance.choice([0, 2, 20])
print(n, m)
for _ in range(n):
    print("".join("#" if chance.uniform(1, 100) <= walls else "." for _ in range(m)))
