a, b = map(int, input().split())
prime = bytearray([0, 0] + [1] * b)
prime[2::2] = bytes(len(range(2, b + 2, 2)))
for i in range(3, int(b**0.5) + 1, 2):
    prime[i * i :: i] = bytes(len(range(i * i, b + 2, i)))
print(sum(prime[a : b + 1]))
