a, b = map(int, input().split())
prime = bytearray([0, 0] + [1] * b)
i = 2
while i * i < b:
    prime[i * i + i :: i] = bytes(len(range(i * i + i, b + 2, i)))
    i += 1
print(sum(prime[a : b + 1]))
