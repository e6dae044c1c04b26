# talk: {with: floods, expect: WA}
while True:
    print('x' * 1000)
