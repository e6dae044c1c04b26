# judge: {expect: {"*": ILE}}
for game in range(int(input())):
    while left := int(input()):
        input()
        print(left % 4, flush=True)
