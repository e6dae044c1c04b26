# hostile: {entry: 32, expect: RE, message: "exit code 1", why: the right answer and then an exception}
print("contained")
raise ValueError("nobody catches this")
