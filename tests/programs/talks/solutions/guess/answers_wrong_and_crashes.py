# judge: {expect: {"*": WA}}
print(0, flush=True)
1 / 0
