# judge: {expect: {"*/one": AC, "*": WA}}
low, high = 1, max(1, int(input()) - 1)
while low < high:
    middle = (low + high + 1) // 2
    print("?", middle, flush=True)
    if input() == "yes":
        low = middle
    else:
        high = middle - 1
print("!", low, flush=True)
