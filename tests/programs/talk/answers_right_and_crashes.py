# talk: {with: doubles, expect: RE}
for _ in range(3):
    print(2 * int(input()), flush=True)
1 / 0
