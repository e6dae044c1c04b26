# talk: {with: guess, expect: ILE, message: waits for input; the interactor waits too}
input()
