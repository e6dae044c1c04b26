from shapes import called

chance, n = called(100_000)
word, stack = [], []
deep = chance.choice([3, 5, 10])
while len(word) + len(stack) < n:
    if stack and chance.uniform(1, 10) > deep:
        word.append(stack.pop())
    else:
        word.append(chance.choice("(["))
        stack.append(")" if word[-1] == "(" else "]")
word += reversed(stack)
if chance.uniform(1, 10) <= 5:
    i, j = (chance.uniform(0, len(word) - 1) for _ in range(2))
    word[i], word[j] = word[j], chance.choice([word[i], word[i], "(", "]"])
if chance.uniform(1, 10) <= 2:
    word = word[: chance.uniform(1, len(word))]
print("".join(word))
