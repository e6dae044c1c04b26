# judge: {expect: {"*": TLE}}
low, high = 1, 1000
while True:
    sum(range(10**9))
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
