a, b = map(int, input().split())
print(sum(all(n % i for i in range(2, int(n**0.5) + 1)) for n in range(a, b + 1)))
