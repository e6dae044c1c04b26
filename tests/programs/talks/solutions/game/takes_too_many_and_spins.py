# judge: {expect: {"*": WA}}
for game in range(int(input())):
    while left := int(input()):
        print(4, flush=True)
        while True:
            pass
