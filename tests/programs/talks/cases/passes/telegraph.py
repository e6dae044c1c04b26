"""Sends Anna letters, one at a time. She encodes each in at most five signs, 0 or 1.

In the second pass it sends Bruno her signs, last letter first, and he answers with the letters.
"""

import sys

who, word, *sent = open(sys.argv[1]).read().split()


def ends(code, why):
    with open(sys.argv[3] + "judgemessage.txt", "w") as words:
        words.write(why)
    sys.exit(code)


def answer_to(said):
    print(said, flush=True)
    line = sys.stdin.readline()
    if not line:
        ends(43, f"{who} says nothing to {said}")
    return line.strip()


print(who, len(word), flush=True)
if who == "anna":
    for letter in word:
        signs = answer_to(letter)
        if not 1 <= len(signs) <= 5 or not set(signs) <= {"0", "1"}:
            ends(43, f"anna puts {letter} into {signs[:20]!r}")
        sent.append(signs)
    with open(sys.argv[3] + "nextpass.in", "w") as following:
        print("bruno", word, *sent, file=following)
else:
    for letter, signs in reversed([*zip(word, sent, strict=True)]):
        if (told := answer_to(signs)) != letter:
            ends(43, f"bruno takes {signs} for {told[:20]!r}, anna meant {letter!r}")
ends(42, f"{who} is understood")
