"""The mistakes by name, most important first, with their meaning and a function that makes each.

Names are stable: programs can be expected to make a mistake by name. `make` turns a right output into one
with this mistake and no other. It returns the output unchanged if the mistake cannot be made in it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count

from msgspec import Struct

from judge.mistakes.bytewise import text_key
from judge.subjects.subject import SUBJECTS, TEXT, format_of, subject_of

_Make = Callable[[bytes, str], bytes]


class Kind(Struct, frozen=True, kw_only=True):
    """One mistake. `make(answer, format)` makes it."""

    name: str
    meaning: str
    make: _Make

    @property
    def example(self) -> tuple[bytes, bytes]:
        """A small answer, and the same answer with this mistake."""
        if self.name in _EXAMPLES:
            return _EXAMPLES[self.name]
        answer = next(sample for sample in _SAMPLES if self.make(sample, TEXT) != sample)
        return answer, self.make(answer, TEXT)


def _split(answer: bytes, format: str) -> list[bytes]:
    """Split the answer into its parts; empty for plain bytes."""
    layout = format_of(format)
    return [layout.encode_output([part]) for part in layout.decode_output(answer)]


def _change_parts(change: Callable[[Sequence[bytes]], Sequence[bytes]]) -> _Make:
    """Change the list of parts of an answer that has several."""

    def make(answer: bytes, format: str) -> bytes:
        parts = _split(answer, format)
        return b"".join(change(parts)) if len(parts) > 1 else answer

    return make


def _double_part(answer: bytes, format: str) -> bytes:
    return b"".join([*_split(answer, format)[:1], answer])


def _count_parts(answer: bytes, format: str) -> bytes:
    parts = _split(answer, format)
    return b"%d\n" % len(parts) + answer if parts else answer


def _turn_parts(answer: bytes, format: str) -> bytes:
    if not (subject := subject_of(format)):
        return answer
    layout = subject.formats[format]
    return layout.encode_output([next(iter(subject.turn(part))) for part in layout.decode_output(answer)])


def _echo(answer: bytes, format: str) -> bytes:
    """Put something that asks for the answer before it."""
    if not (subject := subject_of(format)):
        return answer
    layout = subject.formats[format]
    asked = map(subject.ask_for, layout.decode_output(answer))
    return b"".join(layout.encode_output([part]) for part in asked) + answer


def _cut(answer: bytes, _: str) -> bytes:
    """Cut the answer in the middle of a line."""
    marks = [at for at, byte in enumerate(answer) if not bytes([byte]).isspace()]
    return answer[: marks[max(1, len(marks) // 2 - 1)]].rstrip() if len(marks) > 1 else answer


def _drop_line(answer: bytes, _: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    said = [text_key(line) for line in lines]
    if len(lines) < 3 or not all(said) or len(set(said)) < len(said):
        return answer
    return b"".join(lines[:1] + lines[2:])


def _after_line(text: bytes) -> _Make:
    """Put `text` after the first line, if there is a second one."""

    def make(answer: bytes, _: str) -> bytes:
        first, end, rest = answer.partition(b"\n")
        return first + end + text + rest if first.strip() and rest.strip() else answer

    return make


def _at_end(text: bytes) -> _Make:
    return lambda answer, _: answer + text if answer.endswith(b"\n") else answer


def _before(text: bytes) -> _Make:
    return lambda answer, _: text + answer if answer.strip() else answer


def _sub(pattern: bytes, replacement: bytes, *, most: int = 0, unless: bytes = rb"\Z.") -> _Make:
    """Replace the first `most` matches of `pattern`, or all, unless `unless` is found."""
    # Compiled on demand: there are many patterns, and they are seldom needed.
    return lambda answer, _: (
        answer if re.search(unless, answer) else re.sub(pattern, replacement, answer, count=most)
    )


def _print_list(answer: bytes, format: str) -> bytes:
    if not answer.endswith(b"\n") or re.search(rb"[\[({]|\n\n", answer):
        return answer
    mark = rb"\S" if _split(answer, format) else rb"\S+"
    cells = [re.findall(mark, line) for line in answer.splitlines()]
    return b"[" + b", ".join(b"[" + b", ".join(row) + b"]" for row in cells) + b"]\n"


def _widen_digits(answer: bytes, _: str) -> bytes:
    return re.sub(rb"[0-9]", lambda found: chr(ord(found[0]) + 0xFEE0).encode(), answer)


def _double(answer: bytes, format: str) -> bytes:
    return answer + answer if format == TEXT and answer.endswith(b"\n") else answer


def _reverse_lines(answer: bytes, format: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    distinct = len({line.strip() for line in lines}) == len(lines)
    return b"".join(lines[::-1]) if format == TEXT and distinct and answer.endswith(b"\n") else answer


def _number_lines(answer: bytes, _: str) -> bytes:
    lines = answer.splitlines(keepends=True)
    if sum(not line.isspace() for line in lines) < 2:
        return answer
    numbers = count(1)
    return b"".join(line if line.isspace() else b"%d: %b" % (next(numbers), line) for line in lines)


def _encode_utf_16(answer: bytes, _: str) -> bytes:
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
# The name that each subject gives to a part of an answer.
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
_SWAP_PARTS = _change_parts(lambda parts: [parts[1], parts[0], *parts[2:]])
_DROP_PART = _change_parts(lambda parts: [*parts[: len(parts) // 2], *parts[len(parts) // 2 + 1 :]])
_INSIDE = rb"(?<=\S)[ \t]+(?=\S)"
_LISTED = rb"[\[\](){},]"
_KINDS: tuple[tuple[str, str, _Make], ...] = (
    ("wrong-text", "something else is printed: no formatting mistake", lambda answer, _: answer),
    ("empty-output", "nothing is printed", lambda answer, _: b"" if answer.strip() else answer),
    (
        "wrong-encoding",
        "the output is encoded differently from the answer, which is UTF-8 as a rule",
        _encode_utf_16,
    ),
    ("truncated", "the output stops too early", _cut),
    *((f"{part}-missing", f"a {part} is not printed", _DROP_PART) for part in _PARTS),
    ("line-missing", "a line is not printed", _drop_line),
    *((f"{part}s-out-of-order", f"the {part}s are printed in another order", _SWAP_PARTS) for part in _PARTS),
    *((f"{part}-turned", f"a {part} is transposed, mirrored or turned", _turn_parts) for part in _PARTS),
    ("out-of-order", "the right words are printed in another order", _reverse_lines),
    *((f"{part}-twice", f"a {part} is printed twice", _double_part) for part in _PARTS),
    ("answer-twice", "the whole answer is printed twice", _double),
    ("input-echoed", "the input is printed before the answer", _echo),
    ("count-printed", f"the number of {' or '.join(_PARTS)}s is printed before them", _count_parts),
    ("prompt", "a prompt for input is left in", _before(b"Enter n: ")),
    ("label", "a label is printed before the answer on its line", _before(b"Answer: ")),
    ("label-missing", "a label is not printed", _sub(rb"(?m)^[A-Z][a-z]+ #[0-9]+: ", b"")),
    ("line-numbers", "the lines are numbered", _number_lines),
    (
        "none-printed",
        "None or null is printed: the value of a function that returns nothing",
        _at_end(b"None\n"),
    ),
    ("drawn-lines", "lines are drawn around a table or a board", _at_end(b"-----\n")),
    ("debug-before", "other text is printed before the answer", _before(b"x = 42\n")),
    ("debug-between", "other text is printed within the answer", _after_line(b"x = 42\n")),
    ("debug-after", "other text is printed after the answer", _at_end(b"x = 42\n")),
    ("printed-as-list", "brackets and commas of a list are printed", _print_list),
    (
        "not-a-list",
        "brackets, commas or quotes are not printed",
        _sub(rb'"?\],\["?|[\[\],"]', b"", unless=rb"\{"),
    ),
    ("wrong-list", "brackets or commas are in the wrong places", _sub(rb"\],\[", b"]\n[")),
    ("wrong-quotes", "quotes are missing, or single instead of double", _sub(rb'"', b"'")),
    ("quoted", "quotes are printed where the answer has none", _sub(rb"\S+", rb'"\g<0>"', unless=rb"[\[\"]")),
    (
        "other-separator",
        "another character is printed instead of a blank",
        _sub(_INSIDE, b";", unless=_LISTED),
    ),
    ("commas", "commas are printed where the answer has none", _sub(_INSIDE, b",", unless=_LISTED)),
    (
        "odd-line-end",
        "a newline is printed as <br>, as the letters \\n, or as U+2028",
        _sub(rb"\n", b"<br>\n", unless=rb"\r"),
    ),
    (
        "byte-order-mark",
        "an invisible mark or a zero-width character is printed, or missing",
        _before(b"\xef\xbb\xbf"),
    ),
    ("nul-byte", "NUL bytes are printed", _sub(rb"(?<=\S)(?=\s*\n)", b"\x00")),
    ("terminal-code", "colours or other codes for terminals are printed", _before(b"\x1b[32m")),
    ("control-byte", "a control character is printed", _at_end(b"\x07")),
    ("look-alike", "a character of another script looks like the right one", _widen_digits),
    (
        "wrong-case",
        "letters are in upper case instead of lower case, or the other way round",
        lambda answer, _: answer.swapcase(),
    ),
    (
        "number-form",
        "a number is right, but written in another form",
        _sub(rb"(?<!\S)[0-9]+(?!\S)", rb"\g<0>.0"),
    ),
    (
        "rounding",
        "a number has more or fewer decimals, or its last decimal differs",
        _sub(rb"(?<!\S)[0-9]+\.[0-9]+(?!\S)", rb"\g<0>4"),
    ),
    ("boolean-form", "yes or no is printed as another word", _sub(rb"\bYes\b", b"True")),
    (
        "punctuation",
        "a mark such as . or ! is missing, added or replaced",
        _sub(rb"(?<!\S)[A-Za-z]+(?!\S)", rb"\g<0>!"),
    ),
    ("no-separators", "a blank between two words is missing", _sub(_INSIDE, b"")),
    ("separator-added", "a blank is printed inside a word", _sub(rb"(?<=\S)(?=\S)", b" ", unless=_INSIDE)),
    ("separator-doubled", "too many blanks are printed between two words", _sub(_INSIDE, rb"\g<0> ")),
    ("separator-halved", "too few blanks are printed between two words", _sub(rb"(?<=\S)  +(?=\S)", b" ")),
    ("tab-for-space", "tabs are printed instead of spaces", _sub(rb"(?<=\S) +(?=\S)", b"\t")),
    ("space-for-tab", "spaces are printed instead of tabs", _sub(rb"(?<=\S)\t(?=\S)", b" ")),
    ("odd-blank", "a vertical tab or a form feed is printed instead of a blank", _sub(_INSIDE, b"\v")),
    (
        "lines-joined",
        "a newline is missing within the output",
        _sub(rb"\n(?=\S)", b" ", unless=rb"\r|\n\n|\n "),
    ),
    ("line-broken", "a line is broken in two", _sub(rb"(?<=\S)[ \t]*(?=\S)", b"\n", most=1)),
    ("blank-line-before", "a blank line is printed before the answer", _before(b"\n")),
    ("blank-line-between", "a blank line is printed within the answer", _after_line(b"\n")),
    ("blank-line-missing", "a blank line is not printed", _sub(rb"\n\n(?=.)", b"\n")),
    ("blank-line-at-end", "blank lines are printed after the answer", _at_end(b"\n")),
    ("leading-blank-added", "a line begins with extra blanks", _sub(rb"(?m)^(?=\S)", b" ")),
    (
        "leading-blank-missing",
        "blanks at the beginning of a line are missing",
        _sub(rb"(?m)^[ \t]+(?=\S)", b""),
    ),
    ("trailing-blank-missing", "blanks at the end of a line are missing", _sub(rb"(?m)(?<=\S)[ \t]+$", b"")),
    ("trailing-blank-added", "a line ends in extra blanks", _sub(rb"(?m)(?<=[^\n\r])$", b" ")),
    ("cr-lf", "lines end in CR LF", _sub(rb"\n", b"\r\n", unless=rb"\r")),
    ("lone-cr", "lines end in CR", _sub(rb"\n", b"\r", unless=rb"\r")),
    ("cr-missing", "lines end in LF instead of CR LF", _sub(rb"\r\n", b"\n")),
    ("final-newline-missing", "the last line has no newline", _sub(rb"(?<!\n)\r?\n\Z", b"")),
    ("final-newline-added", "a newline is printed after the last line", _sub(rb"(?<=\S)\Z", b"\n")),
)
MISTAKES: Mapping[str, Kind] = {
    name: Kind(name=name, meaning=meaning, make=make) for name, meaning, make in _KINDS
}
RANK: Mapping[str, int] = {name: rank for rank, name in enumerate(MISTAKES)}
