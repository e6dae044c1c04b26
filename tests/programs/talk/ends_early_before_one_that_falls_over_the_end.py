# talk: {with: needs_all, expect: JE, message: the program had ended before}
print('hello')
