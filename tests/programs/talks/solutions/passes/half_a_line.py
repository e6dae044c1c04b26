# judge: {expect: {"*": ILE}}
who, count = input().split()
for _ in range(int(count)):
    told = input()
    print(f"{ord(told) - 97:05b}" if who == "anna" else chr(97 + int(told, 2)), end="", flush=True)
