# talk: {with: crashes, expect: JE}
print('hello', flush=True)
input()
input()
