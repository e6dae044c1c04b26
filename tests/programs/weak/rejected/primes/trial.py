a, b = map(int, input().split())
print(sum(n > 1 and all(n % i for i in range(2, n)) for n in range(a, b + 1)))
