import re
import sys

NUMBER = rb"[1-9][0-9]{,3}"
asked = sys.stdin.buffer.read()
legal = re.fullmatch(rb"%b\n(%b( %b)*)?\n" % (NUMBER, NUMBER, NUMBER), asked)
if legal:
    n, *parents = map(int, asked.split())
    legal = len(parents) == n - 1 < 5_000 and all(parent < child for child, parent in enumerate(parents, 2))
sys.exit(42 if legal else 43)
