# judge: {expect: {"*/one": AC, "*": WA}}
input()
print("!", 1)
