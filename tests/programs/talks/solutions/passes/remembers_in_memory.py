# judge: {expect: {"*": RE}}
import builtins

who, count = input().split()
if who == "anna":
    builtins.letters = []
for _ in range(int(count)):
    if who == "anna":
        builtins.letters.append(input())
        print(0, flush=True)
    else:
        input()
        print(builtins.letters.pop(), flush=True)
