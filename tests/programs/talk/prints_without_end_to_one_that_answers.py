# talk: {with: answers, expect: OLE}
while True:
    print(1)
