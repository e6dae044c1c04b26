# talk: {with: spins, expect: JE}
input()
