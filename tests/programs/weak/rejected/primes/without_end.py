a, b = map(int, input().split())
prime = bytearray([0, 0] + [1] * b)
for i in range(2, int(b**0.5) + 1):
    prime[i * i :: i] = bytes(len(range(i * i, b + 2, i)))
print(sum(prime[a:b]))
