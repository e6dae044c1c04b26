# judge: {expect: {"*": RE}}
low, high = 1, int(input())
while low < high:
    middle = (low + high + 1) // 2
    print("?", middle, flush=True)
    if input() == "yes":
        low = middle
    else:
        high = middle - 1
print("!", low, flush=True)
print([][low])
