# talk: {with: doubles, expect: WA}
input()
print(3, flush=True)
1 / 0
