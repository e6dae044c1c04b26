"""Names for extra and missing text: lines, parts, the beginnings of lines."""

from judge.mistakes.bytewise import BLANKS, KEY_LIMIT, WHITE, end_of, text_key
from judge.mistakes.gaps import Difference
from judge.mistakes.parts import AnswerParts
from judge.mistakes.words import NOTHING
from judge.platform.expressions import compile_later

_BEGINNING = 1 << 14
_DRAWN = b"-+|=_*#~"
_ASKED = compile_later(
    rb"(?i)enter|input|type |please|give|how many|\xe8\xbe\x93\xe5\x85\xa5|[?]\s*$|(?:^|[\s?:])>+\s*$"
)
_ASKED_WITHIN = 200
_BRACKETS = (b"[", b"(", b"{")
_NUMBER = compile_later(rb"[-+]?[0-9]+(?:\.[0-9]*)?")
_OPENED = compile_later(rb"\w[ \t]*[\[({]+[ \t]*$")


class Extras:
    """Names extra and missing text. `is_listed`: the output has brackets, and the answer has none."""

    def __init__(self, answer: bytes, output: bytes, parts: AnswerParts) -> None:
        self._answer = answer
        self._output = output
        self._parts = parts
        self.is_listed = _has_bracket(output) and not _has_bracket(answer)
        lines = answer[:_BEGINNING].split(b"\n")
        own = b"".join(line for line in lines if not line.translate(None, _DRAWN + WHITE))
        self._drawn = _DRAWN.translate(None, own)
        self._number: int | None = None

    def name_line(self, said: bytes) -> str:
        """Name a line that is a mistake wherever it is; empty for any other line."""
        if said in NOTHING:
            return "none-printed"
        return "" if said.translate(None, self._drawn) or not said else "drawn-lines"

    def asks(self, text: bytes) -> bool:
        return bool(_ASKED.search(text[-_ASKED_WITHIN:]))

    def name_extra(self, a: int, i: int, j: int) -> str:
        """Name the mistake of printing `output[i:j]` before `answer[a]`."""
        text = self._output[i:j]
        said = text_key(text) if j - i <= KEY_LIMIT else b""
        first = end_of(BLANKS, self._answer, 0, a) == a
        last = end_of(BLANKS, self._output, j, len(self._output)) == len(self._output)
        if name := self._parts.name_repetition(said):
            return name
        if self._parts.parts and first and said == b"%d" % len(self._parts.parts):
            return "count-printed"
        if name := self.name_line(said):
            return name
        if said and not first and len(self._answer) <= KEY_LIMIT and said == text_key(self._answer):
            return "answer-twice"
        if self.asks(text):
            return "prompt"
        return "debug-before" if first else "debug-after" if last else "debug-between"

    def name_lone(self, lone: Difference) -> str:
        """Name the mistake of extra or missing words among many right ones; empty if it has no name."""
        _, a, b, i, j = lone
        if a == b:
            if _ends_line(self._output, j):
                return self.name_extra(a, i, j)
            # A number at the beginning of a line is one word too many.
            is_lead = _begins_line(self._output, i) and not self._output[i:j].strip().isdigit()
            return self.name_lead(a, i, j) if is_lead else ""
        if i < j:
            return ""
        is_rest = end_of(BLANKS, self._output, i, len(self._output)) == len(self._output)
        begins = _begins_line(self._answer, a)
        if is_rest or (begins and _ends_line(self._answer, b)):
            return self.name_missing(a, b, i)
        return "label-missing" if begins and self._answer[a:b].lower().islower() else ""

    def name_missing(self, a: int, b: int, i: int) -> str:
        """Name the mistake of leaving out `answer[a:b]` before `output[i]`."""
        part = self._parts.subject.part
        if self._parts.name_repetition(text_key(self._answer[a:b])) == f"{part}-twice":
            return f"{part}-missing"
        rest = end_of(BLANKS, self._output, i, len(self._output)) == len(self._output)
        return "truncated" if rest else "line-missing"

    def name_lead(self, a: int, i: int, start: int) -> str:
        """Name the mistake of printing `output[i:start]` at the beginning of a line; empty for numbers."""
        text = self._output[i:start]
        lines = text.strip().splitlines()
        if len(lines) > 1:
            return self.name_extra(a, i, start)
        said = text_key(text).rstrip(b".:=)#")
        words = text.split()
        # A number that begins the only line is no line number.
        if said.isdigit() and not (words == [said] and self._output.count(b"\n") < 2):
            number = int(said[:9])
            if number == (int(said[:9] != b"0") if self._number is None else self._number + 1):
                self._number = number
                return "line-numbers"
        if text.strip() in (b"b'", b'b"'):
            return "quoted"
        if self.is_listed and _OPENED.search(text):
            return "printed-as-list"
        if all(map(_NUMBER.fullmatch, words)):
            return ""
        return "prompt" if self.asks(text) else "label"


def _has_bracket(data: bytes) -> bool:
    """Return whether there is a bracket that does not belong to an escape sequence."""
    return any(data.count(bracket) > data.count(b"\x1b" + bracket) for bracket in _BRACKETS)


def _begins_line(data: bytes, start: int) -> bool:
    return start == 0 or data[start - 1 : start] == b"\n"


def _ends_line(data: bytes, stop: int) -> bool:
    return data[stop - 1 : stop] == b"\n" or data[stop : stop + 1] in (b"", b"\n", b"\r")
