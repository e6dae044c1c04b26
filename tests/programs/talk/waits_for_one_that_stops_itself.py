# talk: {with: stops_itself, expect: JE}
input()
