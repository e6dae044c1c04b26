"""Names for what the output has too much and for what it lacks: lines, parts, the beginnings of lines."""

import re

from judge.mistakes.bytewise import BLANKS, KEY_LIMIT, WHITE, end_of, key
from judge.mistakes.parts import Parts
from judge.mistakes.words import NOTHING

_BEGINNING = 1 << 14
_DRAWN = b"-+|=_*#~"
_ASKED = re.compile(
    rb"(?i)enter|input|type |please|give|how many|\xe8\xbe\x93\xe5\x85\xa5|[?]\s*$|(?:^|[\s?:])>+\s*$"
)
_OPENED = re.compile(rb"\w[ \t]*[\[({]+[ \t]*$")


class Extras:
    """Names extra and missing text. `parts` are those of the answer, `listed` is as in `gaps.noise`."""

    def __init__(self, answer: bytes, output: bytes, parts: Parts, *, listed: bool) -> None:
        self._answer = answer
        self._output = output
        self._parts = parts
        self._listed = listed
        lines = answer[:_BEGINNING].split(b"\n")
        own = b"".join(line for line in lines if not line.translate(None, _DRAWN + WHITE))
        self._drawn = _DRAWN.translate(None, own)
        self._number: int | None = None

    def alone(self, said: bytes) -> str:
        """The name of a text that is a mistake wherever it stands by itself; empty for any other."""
        if said in NOTHING:
            return "none-printed"
        return "" if said.translate(None, self._drawn) or not said else "drawn-lines"

    def extra(self, a: int, i: int, j: int) -> str:
        """The mistake of printing `output[i:j]` where the answer has nothing."""
        text = self._output[i:j]
        said = key(text) if j - i <= KEY_LIMIT else b""
        first = end_of(BLANKS, self._answer, 0, a) == a
        last = end_of(BLANKS, self._output, j, len(self._output)) == len(self._output)
        if name := self._parts.again(said):
            return name
        if self._parts.parts and first and said == b"%d" % len(self._parts.parts):
            return "count-printed"
        if name := self.alone(said):
            return name
        if said and not first and len(self._answer) <= KEY_LIMIT and said == key(self._answer):
            return "answer-twice"
        if _ASKED.search(text[-200:]):
            return "prompt"
        return "debug-before" if first else "debug-after" if last else "debug-between"

    def missing(self, a: int, b: int, i: int) -> str:
        """The mistake of leaving `answer[a:b]` out."""
        part = self._parts.subject.part
        if self._parts.again(key(self._answer[a:b])) == f"{part}-twice":
            return f"{part}-missing"
        rest = end_of(BLANKS, self._output, i, len(self._output)) == len(self._output)
        return "truncated" if rest else "line-missing"

    def lead(self, a: int, i: int, start: int) -> str:
        """The mistake of printing `output[i:start]` before the line that is wanted, in the same line."""
        text = self._output[i:start]
        lines = text.strip().splitlines()
        if len(lines) > 1:
            return self.extra(a, i, start)
        said = key(text).rstrip(b".:=)#")
        if said.isdigit() and int(said[:9]) == (
            int(said[:9] != b"0") if self._number is None else self._number + 1
        ):
            self._number = int(said[:9])
            return "line-numbers"
        if text.strip() in (b"b'", b'b"'):
            return "quoted"
        if self._listed and _OPENED.search(text):
            return "printed-as-list"
        return "prompt" if _ASKED.search(text[-200:]) else "label"
