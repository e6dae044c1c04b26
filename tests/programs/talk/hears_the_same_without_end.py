# talk: {with: without_end, expect: JE}
while True:
    input()
