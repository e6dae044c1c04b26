# judge: {expect: {"*": WA}}
who, count = input().split()
told = []
for _ in range(int(count)):
    if who == "anna":
        print(f"{ord(input()) - 97:05b}", flush=True)
    else:
        told.append(input())
        print(chr(97 + int(told[0], 2)), flush=True)
