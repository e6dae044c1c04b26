"""The mistakes by name, most important first: what each means and how to make it.

A name is stable: programs are expected to make mistakes by name. `make` turns a right output into one with
this mistake and no other, or returns it as it is where the mistake cannot be made of it.
"""

import re
from collections.abc import Callable, Mapping
from itertools import count

from msgspec import Struct

from judge.mistakes.bytewise import key
from judge.subjects import SUBJECTS, TEXT, format_of, subject_of

_Make = Callable[[bytes, str], bytes]


class Kind(Struct, frozen=True, kw_only=True):
    """One mistake. `make(answer, format)` makes it."""

    name: str
    meaning: str
    make: _Make

    @property
    def example(self) -> tuple[bytes, bytes]:
        """A small answer and the same with this mistake."""
        if self.name in _EXAMPLES:
            return _EXAMPLES[self.name]
        answer = next(sample for sample in _SAMPLES if self.make(sample, TEXT) != sample)
        return answer, self.make(answer, TEXT)


def _parts(answer: bytes, format: str) -> list[bytes]:
    """The answer part by part; empty for plain bytes."""
    layout = format_of(format)
    return [layout.encode_output([part]) for part in layout.decode_output(answer)]


def _swapped_parts(answer: bytes, format: str) -> bytes:
    parts = _parts(answer, format)
    return b"".join([parts[1], parts[0], *parts[2:]]) if len(parts) > 1 else answer


def _dropped_part(answer: bytes, format: str) -> bytes:
    parts = _parts(answer, format)
    return b"".join(parts[: len(parts) // 2] + parts[len(parts) // 2 + 1 :]) if len(parts) > 1 else answer


def _doubled_part(answer: bytes, format: str) -> bytes:
    return b"".join([*_parts(answer, format)[:1], answer])


def _counted(answer: bytes, format: str) -> bytes:
    parts = _parts(answer, format)
    return b"%d\n" % len(parts) + answer if parts else answer


def _turned_parts(answer: bytes, format: str) -> bytes:
    if not (subject := subject_of(format)):
        return answer
    layout = subject.formats[format]
    return layout.encode_output([next(iter(subject.turn(part))) for part in layout.decode_output(answer)])


def _echoed(answer: bytes, format: str) -> bytes:
    """Something that asks for the answer before the answer."""
    if not (subject := subject_of(format)):
        return answer
    layout = subject.formats[format]
    asked = map(subject.ask_for, layout.decode_output(answer))
    return b"".join(layout.encode_output([part]) for part in asked) + answer


def _cut(answer: bytes, _: str) -> bytes:
    """Up to the middle of what is printed, within a line."""
    marks = [at for at, byte in enumerate(answer) if not bytes([byte]).isspace()]
    return answer[: marks[max(1, len(marks) // 2 - 1)]].rstrip() if len(marks) > 1 else answer


def _without_a_line(answer: bytes, _: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    said = [key(line) for line in lines]
    if len(lines) < 3 or not all(said) or len(set(said)) < len(said):
        return answer
    return b"".join(lines[:1] + lines[2:])


def _after_a_line(text: bytes) -> _Make:
    """Put `text` after the first line, if something follows it."""

    def make(answer: bytes, _: str) -> bytes:
        first, end, rest = answer.partition(b"\n")
        return first + end + text + rest if first.strip() and rest.strip() else answer

    return make


def _at_end(text: bytes) -> _Make:
    return lambda answer, _: answer + text if answer.endswith(b"\n") else answer


def _before(text: bytes) -> _Make:
    return lambda answer, _: text + answer if answer.strip() else answer


def _changed(pattern: bytes, replacement: bytes, *, most: int = 0, unless: bytes = rb"\Z.") -> _Make:
    """Every match of `pattern`, or the first `most`, replaced, where `unless` is not found."""
    # Compiled where they are needed, which is seldom: there are many.
    return lambda answer, _: (
        answer if re.search(unless, answer) else re.sub(pattern, replacement, answer, count=most)
    )


def _as_list(answer: bytes, format: str) -> bytes:
    if not answer.endswith(b"\n") or re.search(rb"[\[({]|\n\n", answer):
        return answer
    mark = rb"\S" if _parts(answer, format) else rb"\S+"
    cells = [re.findall(mark, line) for line in answer.splitlines()]
    return b"[" + b", ".join(b"[" + b", ".join(row) + b"]" for row in cells) + b"]\n"


def _full_width(answer: bytes, _: str) -> bytes:
    return re.sub(rb"[0-9]", lambda found: chr(ord(found[0]) + 0xFEE0).encode(), answer)


def _swapped_case(answer: bytes, _: str) -> bytes:
    return answer.swapcase()


def _twice(answer: bytes, format: str) -> bytes:
    return answer + answer if format == TEXT and answer.endswith(b"\n") else answer


def _reversed_lines(answer: bytes, format: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    distinct = len({line.strip() for line in lines}) == len(lines)
    return b"".join(lines[::-1]) if format == TEXT and distinct and answer.endswith(b"\n") else answer


def _numbered(answer: bytes, _: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    if sum(not line.isspace() for line in lines) < 2:
        return answer
    numbers = count(1)
    return b"".join(line if line.isspace() else b"%d: %b" % (next(numbers), line) for line in lines)


def _as_utf_16(answer: bytes, _: str) -> bytes:
    return answer.decode("utf-8", "replace").encode("utf-16") if answer.strip() else answer


_SAMPLES = (
    b"1 2\n3 4\n",
    b"1\n2\n3\n",
    b"12\n",
    b"1 \n",
    b"  1\n",
    b"Yes\n",
    b"1  2\n",
    b"1\t2\n",
    b"1\n\n2\n",
    b"1\r\n",
    b"1",
    b'["1"]\n',
    b"[1],[2]\n",
    b"0.5\n",
    b"Case #1: 5\n",
)
_EXAMPLES = {"wrong-text": (b"1 2\n", b"1 3\n")}
# What the answers of the subjects are made of.
_PARTS = [subject.part for subject in SUBJECTS]
for _part in _PARTS:
    _one, _two = f"{_part} 1".encode(), f"{_part} 2".encode()
    _both = _one + b", " + _two
    _EXAMPLES |= {
        f"{_part}-missing": (_both, _one),
        f"{_part}s-out-of-order": (_both, _two + b", " + _one),
        f"{_part}-twice": (_both, _one + b", " + _both),
        f"{_part}-turned": (_one, _one + b" with its columns as rows"),
        "count-printed": (_both, b"2\n, " + _both),
        "input-echoed": (_one, b"what asks for " + _one + b", " + _one),
    }
_INSIDE = rb"(?<=\S)[ \t]+(?=\S)"
_LISTED = rb"[\[\](){},]"
_KINDS: tuple[tuple[str, str, _Make], ...] = (
    ("wrong-text", "something else is printed: no mistake of form", lambda answer, _: answer),
    ("empty-output", "nothing is printed", lambda answer, _: b"" if answer.strip() else answer),
    ("wrong-encoding", "the characters are not encoded as UTF-8", _as_utf_16),
    ("truncated", "the output stops too early", _cut),
    *((f"{part}-missing", f"a {part} is not printed", _dropped_part) for part in _PARTS),
    ("line-missing", "a line is not printed", _without_a_line),
    *(
        (f"{part}s-out-of-order", f"the {part}s are printed in another order", _swapped_parts)
        for part in _PARTS
    ),
    *((f"{part}-turned", f"a {part} is transposed, mirrored or turned", _turned_parts) for part in _PARTS),
    ("out-of-order", "the right words stand in another order", _reversed_lines),
    *((f"{part}-twice", f"a {part} is printed twice", _doubled_part) for part in _PARTS),
    ("answer-twice", "the whole answer is printed twice", _twice),
    ("input-echoed", "what is asked is printed before its answer", _echoed),
    ("count-printed", f"the number of {' or '.join(_PARTS)}s is printed before them", _counted),
    ("prompt", "a prompt for input is left in", _before(b"Enter n: ")),
    ("label", "a label stands before the answer in its line", _before(b"Answer: ")),
    ("label-missing", "a label is not printed", _changed(rb"(?m)^[A-Z][a-z]+ #[0-9]+: ", b"")),
    ("line-numbers", "the lines are numbered", _numbered),
    ("none-printed", "None or null is printed, of a function without a value", _at_end(b"None\n")),
    ("drawn-lines", "lines of a table or a board are drawn", _at_end(b"-----\n")),
    ("debug-before", "other text stands before the answer", _before(b"x = 42\n")),
    ("debug-between", "other text stands within the answer", _after_a_line(b"x = 42\n")),
    ("debug-after", "other text stands after the answer", _at_end(b"x = 42\n")),
    ("printed-as-list", "brackets and commas of a list are printed", _as_list),
    (
        "not-a-list",
        "brackets, commas or quotes are not printed",
        _changed(rb'"?\],\["?|[\[\],"]', b"", unless=rb"\{"),
    ),
    ("wrong-list", "brackets or commas stand elsewhere", _changed(rb"\],\[", b"]\n[")),
    ("wrong-quotes", "quotes are missing or of the other kind", _changed(rb'"', b"'")),
    ("quoted", "quotes are printed around what has none", _changed(rb"\S+", rb'"\g<0>"', unless=rb"[\[\"]")),
    (
        "other-separator",
        "another character stands where a blank must",
        _changed(_INSIDE, b";", unless=_LISTED),
    ),
    ("commas", "commas are printed where none must stand", _changed(_INSIDE, b",", unless=_LISTED)),
    (
        "odd-line-end",
        "a newline is printed as <br>, as the letters \\n, as U+2028",
        _changed(rb"\n", b"<br>\n", unless=rb"\r"),
    ),
    ("byte-order-mark", "an invisible mark or character of no width is printed", _before(b"\xef\xbb\xbf")),
    ("nul-byte", "NUL bytes are printed", _changed(rb"(?<=\S)(?=\s*\n)", b"\x00")),
    ("terminal-code", "colours or other codes for terminals are printed", _before(b"\x1b[32m")),
    ("control-byte", "a control character is printed", _at_end(b"\x07")),
    ("look-alike", "a character of another script looks like the right one", _full_width),
    ("wrong-case", "letters are upper case for lower case or the other way", _swapped_case),
    (
        "number-form",
        "a number is right but written in another way",
        _changed(rb"(?<!\S)[0-9]+(?!\S)", rb"\g<0>.0"),
    ),
    (
        "rounding",
        "a number has more or fewer decimals, or another last one",
        _changed(rb"(?<!\S)[0-9]+\.[0-9]+(?!\S)", rb"\g<0>4"),
    ),
    ("boolean-form", "yes or no is said in another word", _changed(rb"\bYes\b", b"True")),
    (
        "punctuation",
        "a mark such as . or ! is missing, added or another",
        _changed(rb"(?<!\S)[A-Za-z]+(?!\S)", rb"\g<0>!"),
    ),
    ("no-separators", "nothing stands where a blank must", _changed(_INSIDE, b"")),
    (
        "separator-added",
        "a blank stands where nothing must",
        _changed(rb"(?<=\S)(?=\S)", b" ", unless=_INSIDE),
    ),
    ("separator-doubled", "more blanks stand where fewer must", _changed(_INSIDE, rb"\g<0> ")),
    ("separator-halved", "fewer blanks stand where more must", _changed(rb"(?<=\S)  +(?=\S)", b" ")),
    ("tab-for-space", "tabs stand for spaces", _changed(rb"(?<=\S) +(?=\S)", b"\t")),
    ("space-for-tab", "spaces stand for tabs", _changed(rb"(?<=\S)\t(?=\S)", b" ")),
    ("odd-blank", "a vertical tab or a form feed stands for a blank", _changed(_INSIDE, b"\v")),
    (
        "lines-joined",
        "a newline is missing within the output",
        _changed(rb"\n(?=\S)", b" ", unless=rb"\r|\n\n|\n "),
    ),
    ("line-broken", "a newline stands within a line", _changed(rb"(?<=\S)[ \t]*(?=\S)", b"\n", most=1)),
    ("blank-line-before", "a blank line stands before the answer", _before(b"\n")),
    ("blank-line-between", "a blank line stands within the answer", _after_a_line(b"\n")),
    ("blank-line-missing", "a blank line is not printed", _changed(rb"\n\n(?=.)", b"\n")),
    ("blank-line-at-end", "blank lines stand after the answer", _at_end(b"\n")),
    ("leading-blank-added", "blanks stand before a line", _changed(rb"(?m)^(?=\S)", b" ")),
    ("leading-blank-missing", "blanks before a line are missing", _changed(rb"(?m)^[ \t]+(?=\S)", b"")),
    (
        "trailing-blank-missing",
        "blanks at the end of a line are missing",
        _changed(rb"(?m)(?<=\S)[ \t]+$", b""),
    ),
    ("trailing-blank-added", "blanks stand at the end of a line", _changed(rb"(?m)(?<=[^\n\r])$", b" ")),
    ("cr-lf", "lines end in CR LF", _changed(rb"\n", b"\r\n", unless=rb"\r")),
    ("lone-cr", "lines end in CR", _changed(rb"\n", b"\r", unless=rb"\r")),
    ("cr-missing", "lines end in LF where CR LF must stand", _changed(rb"\r\n", b"\n")),
    ("final-newline-missing", "the last line has no newline", _changed(rb"(?<!\n)\r?\n\Z", b"")),
    ("final-newline-added", "a newline follows the last line", _changed(rb"(?<=\S)\Z", b"\n")),
)
MISTAKES: Mapping[str, Kind] = {
    name: Kind(name=name, meaning=meaning, make=make) for name, meaning, make in _KINDS
}
RANK: Mapping[str, int] = {name: rank for rank, name in enumerate(MISTAKES)}
