# talk: {with: needs_all, expect: ILE, message: waits for input; the interactor waits too}
input()
input()
