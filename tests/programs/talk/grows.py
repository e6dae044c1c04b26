# talk: {with: guess, expect: MLE}
x = bytearray(100 << 20)
print(50, flush=True)
input()
