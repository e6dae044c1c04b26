# judge: {expect: {"*": ILE}}
low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, end="", flush=True)
    word = input()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
