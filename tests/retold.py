"""Second implementations of all rules in docs/profiles.md, as plain as possible."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from outputs import MARK

from judge.model.verdicts import Verdict

AC, PE, WA = Verdict.AC, Verdict.PE, Verdict.WA
SIX = b" \t\n\v\f\r"

Rule = Callable[[bytes, bytes], Verdict | None]


def lines(data: bytes, of: Callable[[bytes], object] = lambda line: line.rstrip(b" ")) -> list[object]:
    """Return the compared part of each line, without the empty ones at the end."""
    found = [of(line) for line in data.split(b"\n")]
    while found and not found[-1]:
        found.pop()
    return found


def same(of: Callable[[bytes], object]) -> Rule:
    """Return the rule that accepts two texts if they are equal after this reduction."""
    return lambda output, answer: AC if of(output) == of(answer) else WA


def ink(data: bytes) -> bytes:
    return bytes(byte for byte in data if byte not in SIX)


def exact(output: bytes, answer: bytes) -> Verdict:
    return AC if output == answer else PE if ink(output) == ink(answer) else WA


def poj(output: bytes, answer: bytes) -> Verdict:
    return AC if lines(output) == lines(answer) else PE if ink(output) == ink(answer) else WA


def tokens(output: bytes, answer: bytes) -> Verdict:
    output = output[len(MARK) :] if output.startswith(MARK) else output
    mine, theirs = ([word for word in re.split(rb"[ \t\n\r]", text) if word] for text in (output, answer))
    return AC if mine == theirs else WA


def words(data: bytes) -> list[bytes]:
    return [word.split(b"\0")[0] for word in data.split()]


def spaced(data: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the words as `kattis` splits them, and the blanks before, between and after them."""
    return [word.lower() for word in words(data)], re.split(rb"[^ \t\n\v\f\r]+", data)


def both(first: Rule, second: Rule) -> Rule:
    return lambda output, answer: WA if WA in (first(output, answer), second(output, answer)) else AC


# Numbers


def number(word: bytes) -> float | None:
    """Return the number that `scanf("%lf")` reads, letter by letter."""
    text = word.decode("latin-1").lower()
    text = text[1:] if text[:1] in ("+", "-") else text
    base, mark, step = (16, "p", 4) if text.startswith("0x") else (10, "e", 1)
    text = text[2:] if base == 16 else text
    value, digits, shift, at = 0, 0, 0, 0
    for at, letter in enumerate(text + "\n"):
        if letter in "0123456789abcdef"[:base]:
            value, digits = value * base + int(letter, 16), digits + 1
            shift -= step if "." in text[:at] else 0
        elif letter != "." or "." in text[:at]:
            break
    rest = text[at:]
    if not digits:
        return 0.0 if base == 16 and text == "." else None
    power = rest[1:].lstrip("+-") if rest else ""
    if rest and (rest[0] != mark or len(rest) - len(power) > 2 or power.strip("0123456789")):
        return None
    shift += int(power or 0) * (-1 if rest[1:2] == "-" else 1)
    # Out of the range of doubles in both directions, and too large for a Fraction.
    exact_value = Fraction(value) * Fraction(2 if base == 16 else 10) ** max(-9999, min(9999, shift))
    try:
        return float(exact_value) * (-1 if word[:1] == b"-" else 1)
    except OverflowError:
        return None


def within(absolute: float | None, relative: float | None) -> Rule:
    def near(found: bytes, wanted: bytes) -> bool:
        value, own = number(wanted), number(found)
        if value is None:
            return found.lower() == wanted.lower()
        if own is None:
            return False
        return (absolute is not None and abs(own - value) <= absolute) or (
            relative is not None and abs(own - value) <= relative * abs(value)
        )

    def rule(output: bytes, answer: bytes) -> Verdict:
        mine, theirs = words(output), words(answer)
        return AC if len(mine) == len(theirs) and all(map(near, mine, theirs)) else WA

    return rule


# JSON


class NoJson(Exception):
    pass


def json_value(output: bytes, answer: bytes) -> Verdict | None:
    try:
        theirs = parsed(answer)
    except NoJson:
        return None
    if theirs[0] not in ("array", "object"):
        return None
    try:
        return AC if parsed(output) == theirs else WA
    except NoJson:
        return WA


def parsed(data: bytes) -> Any:
    """Return the value of a text by RFC 8259, each part with its kind."""
    try:
        text = data.removeprefix(MARK).decode()
    except UnicodeDecodeError:
        raise NoJson from None
    value, at = _value(text, _blanks(text, 0))
    if at != len(text):
        raise NoJson
    return value


def _blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t", "\n", "\r"):
        at += 1
    return at


def _value(text: str, at: int) -> tuple[Any, int]:
    """Return the value that begins there, and the place after it and its blanks."""
    match text[at : at + 1]:
        case "[":
            items, at = _members(text, at, "]", _value)
            return ("array", *items), at
        case "{":
            pairs, at = _members(text, at, "}", _pair)
            if len({name for name, _ in pairs}) < len(pairs):
                raise NoJson
            return ("object", *sorted(pairs, key=repr)), at
        case '"':
            return _string(text, at)
    for word in ("true", "false", "null"):
        if text.startswith(word, at):
            return (word,), _blanks(text, at + len(word))
    found = re.compile(
        r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,18}))?(?![0-9.eE])", re.ASCII
    ).match(text, at)
    if not found:
        raise NoJson
    digits = (found[2] + (found[3] or "")).lstrip("0")
    power = int(found[4] or 0) - len(found[3] or "") + len(digits) - len(digits.rstrip("0"))
    number = ("number", found[1], digits.rstrip("0"), power) if digits else ("number", "0")
    return number, _blanks(text, found.end())


def _members(
    text: str, at: int, end: str, member: Callable[[str, int], tuple[Any, int]]
) -> tuple[list[Any], int]:
    found: list[Any] = []
    at = _blanks(text, at + 1)
    while text[at : at + 1] != end:
        if found:
            if text[at : at + 1] != ",":
                raise NoJson
            at = _blanks(text, at + 1)
        one, at = member(text, at)
        found.append(one)
    return found, _blanks(text, at + 1)


def _pair(text: str, at: int) -> tuple[Any, int]:
    if text[at : at + 1] != '"':
        raise NoJson
    name, at = _string(text, at)
    if text[at : at + 1] != ":":
        raise NoJson
    value, at = _value(text, _blanks(text, at + 1))
    return (name, value), at


def _string(text: str, at: int) -> tuple[Any, int]:
    found = re.compile(r'"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*)"').match(text, at)
    if not found:
        raise NoJson
    units = re.sub(r"\\(?:u(....)|(.))", _unescaped, found[1])
    return ("string", units.encode("utf-16", "surrogatepass")), _blanks(text, found.end())


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    return dict(zip("bfnrt", "\b\f\n\r\t", strict=True)).get(escape[2], escape[2])


# Grids


ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [list(column) for column in zip(*ROWS, strict=True)]
BOXES = [[cell for row in ROWS[r : r + 3] for cell in row[c : c + 3]] for r in (0, 3, 6) for c in (0, 3, 6)]
UNITS = ROWS + COLUMNS + BOXES


def completes(asked: bytes, digits: bytes) -> bool:
    """Return whether each row, column and box has the nine digits, and no clue is changed."""
    if sorted(digits) != sorted(b"123456789" * 9) or any(
        clue not in (48, digit) for clue, digit in zip(asked, digits, strict=True)
    ):
        return False
    return all(sorted(digits[cell] for cell in unit) == [*b"123456789"] for unit in UNITS)


def board(output: bytes) -> bytes:
    """Return the digits of a LeetCode board, or empty bytes for anything else."""
    try:
        kind, *rows = parsed(output)
    except NoJson:
        return b""
    if kind != "array":
        return b""
    cells = [cell for row in rows if row[0] == "array" for cell in row[1:]]
    shaped = len(rows) == 9 and all(row[0] == "array" and len(row) == 10 for row in rows)
    texts = [cell[1].decode("utf-16", "surrogatepass") if cell[0] == "string" else "" for cell in cells]
    return (
        "".join(texts).encode()
        if shaped and all(len(text) == 1 and text in "123456789" for text in texts)
        else b""
    )


NAIVE: dict[str, Rule] = {
    "exact": exact,
    "luogu": same(lines),
    "poj": poj,
    "squeezed": same(lambda data: re.sub(rb"[ \t\n\v\f\r]+", b" ", data)),
    "cms": same(lambda data: lines(data, bytes.split)),
    "tokens": tokens,
    "kattis": same(lambda data: [word.lower() for word in words(data)]),
    "kattis case_sensitive": same(words),
    "kattis space_change_sensitive": same(spaced),
    "kattis case_sensitive space_change_sensitive": same(lambda data: (spaced(data), words(data))),
    "kattis space_change_sensitive float_absolute_tolerance 1e-6": both(
        same(lambda data: spaced(data)[1]), within(1e-6, None)
    ),
    "float 1e-6": within(1e-6, 1e-6),
    "float abs 1e-6": within(1e-6, None),
    "float rel 1e-6": within(None, 1e-6),
    "float abs 2e-6 rel 1e-9": within(2e-6, 1e-9),
}
