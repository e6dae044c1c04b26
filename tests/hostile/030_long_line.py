# hostile: {entry: 30, expect: WA, why: lines of 131 070 bytes and more than a pipe holds}
print("x" * 131_070)
print("y" * 131_073)
print("z" * (4 << 20), end="")
