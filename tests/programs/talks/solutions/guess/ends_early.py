# judge: {expect: {"*": WA}}
print(500, flush=True)
input()
