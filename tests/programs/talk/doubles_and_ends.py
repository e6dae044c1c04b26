# talk: {with: doubles, expect: AC}
for _ in range(3):
    print(2 * int(input()), flush=True)
