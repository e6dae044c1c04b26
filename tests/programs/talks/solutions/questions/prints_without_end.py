# judge: {expect: {"*": WA}}
while True:
    print("? 1")
