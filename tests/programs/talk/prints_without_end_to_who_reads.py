# talk: {with: reads, expect: OLE}
while True:
    print('x' * 1000)
