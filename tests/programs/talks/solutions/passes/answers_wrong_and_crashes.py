# judge: {expect: {"*": WA}}
print("signs", flush=True)
print(1 / 0)
