# judge: {expect: {"*": AC}}
for game in range(int(input())):
    while left := int(input()):
        print(left % 4, flush=True)
