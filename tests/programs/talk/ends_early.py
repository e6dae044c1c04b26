# talk: {with: guess, expect: WA, message: ended while the interactor waited for more}
print(50)
input()
