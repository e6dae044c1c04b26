# judge: {expect: {"*/short": AC, "*": WA}}
for game in input()[:0] or [1]:
    while left := int(input()):
        print(left % 4, flush=True)
