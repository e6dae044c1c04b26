# judge: {expect: {"*/short": AC, "*": TLE}}
def wins(left):
    return any(taken <= left and not wins(left - taken) for taken in (1, 2, 3))


for game in range(int(input())):
    while left := int(input()):
        print(next(taken for taken in (1, 2, 3) if not wins(left - taken)), flush=True)
