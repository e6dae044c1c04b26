# judge: {expect: {"*": WA}}
for game in range(int(input())):
    while left := int(input()):
        print("one", flush=True)
