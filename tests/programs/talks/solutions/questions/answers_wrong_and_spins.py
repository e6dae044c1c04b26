# judge: {expect: {"*": WA}}
print("! 0", flush=True)
while True:
    pass
