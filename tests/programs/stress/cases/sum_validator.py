import re
import sys

NUMBER = rb"(0|-?[1-9][0-9]{,9})"
asked = sys.stdin.buffer.read()
legal = re.fullmatch(rb"%b\n%b( %b)*\n" % (NUMBER, NUMBER, NUMBER), asked)
if legal:
    n, *values = map(int, asked.split())
    legal = len(values) == n <= 100_000 and 0 <= min(values) <= max(values) < 2**31
sys.exit(42 if legal else 43)
