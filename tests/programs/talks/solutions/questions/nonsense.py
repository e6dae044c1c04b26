# judge: {expect: {"*": PE}}
print("is it more than", int(input()) // 2, flush=True)
input()
