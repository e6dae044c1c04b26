# talk: {with: ends_oddly, expect: JE}
print('hello', flush=True)
input()
