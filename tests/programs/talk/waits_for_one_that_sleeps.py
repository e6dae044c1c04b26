# talk: {with: sleeps, expect: JE, message: the interactor sleeps while the program waits for it}
print('hello', flush=True)
input()
