# talk: {with: guess, expect: WA}
print('fifty', flush=True)
input()
