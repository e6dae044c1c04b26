pairs, stack = {")": "(", "]": "["}, []
for letter in input():
    if letter not in pairs:
        stack.append(letter)
    elif stack.pop() != pairs[letter]:
        print("no")
        break
else:
    print("no" if stack else "yes")
