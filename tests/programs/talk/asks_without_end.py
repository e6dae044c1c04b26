# talk: {with: answers, expect: TLE}
while True:
    print(1, flush=True)
    input()
