# talk: {with: guess, expect: WA}
while True:
    print(1)
