# hostile: {entry: 29, expect: PE, why: the last newline is missing}
print("contained", end="")
