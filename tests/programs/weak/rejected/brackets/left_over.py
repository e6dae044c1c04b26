pairs, stack = {")": "(", "]": "["}, []
for letter in input():
    if letter not in pairs:
        stack.append(letter)
    elif not stack or stack.pop() != pairs[letter]:
        print("no")
        break
else:
    print("yes")
