# judge: {expect: {"*": RE}}
for game in range(int(input())):
    while left := int(input()):
        print(left % 4, flush=True)
print(int(input()) % 4)
