a, b = map(int, input().split())
prime = bytearray([0, 0] + [1] * (b - 1))
for i in range(2, int(b**0.5) + 1):
    if prime[i]:
        prime[i * i :: i] = bytes(len(range(i * i, b + 1, i)))
print(sum(prime[a : b + 1]))
