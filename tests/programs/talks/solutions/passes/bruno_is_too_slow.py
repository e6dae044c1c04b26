# judge: {expect: {"*": TLE}}
who, count = input().split()
for _ in range(int(count)):
    told = input()
    sum(range(10**9 if who == "bruno" else 0))
    print(f"{ord(told) - 97:05b}" if who == "anna" else chr(97 + int(told, 2)), flush=True)
