depth = 0
for letter in input():
    depth += 1 if letter in "([" else -1
    if depth < 0:
        break
print("no" if depth else "yes")
