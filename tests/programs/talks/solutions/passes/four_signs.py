# judge: {expect: {"*/hello": AC, "*": WA}}
who, count = input().split()
for _ in range(int(count)):
    told = input()
    print(f"{(ord(told) - 97) % 16:04b}" if who == "anna" else chr(97 + int(told, 2)), flush=True)
