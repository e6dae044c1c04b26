word = input()


def match(at):
    while at < len(word) and word[at] in "([":
        end = match(at + 1)
        if end >= len(word) or word[at] + word[end] not in ("()", "[]"):
            return len(word) + 1
        at = end + 1
    return at


print("yes" if match(0) == len(word) else "no")
