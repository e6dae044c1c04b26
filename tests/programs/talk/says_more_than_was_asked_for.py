# talk: {with: doubles, expect: WA}
for _ in range(3):
    print(2 * int(input()), flush=True)
print(7)
