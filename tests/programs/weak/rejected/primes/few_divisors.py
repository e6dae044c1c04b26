a, b = map(int, input().split())
few = (2, 3, 5, 7, 11, 13)
print(sum(n in few or (n > 1 and all(n % i for i in few)) for n in range(a, b + 1)))
