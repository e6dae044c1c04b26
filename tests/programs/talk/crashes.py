# talk: {with: guess, expect: RE}
print(50, flush=True)
input()
1 / 0
