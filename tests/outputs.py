"""Answers, and outputs that differ from them by a few typical mistakes of programs."""

import re
from collections.abc import Iterator
from random import Random

from helpers import OTHER, SOLVED, TWO_CLUES

Pair = tuple[bytes, bytes]

MARK = b"\xef\xbb\xbf"
WHITE = (b" ", b"  ", b"\t", b"\n", b"\r", b"\r\n", b"\n\n", b"\f", b"\v")
ODD = (
    *(b"\0", b"\0a", MARK, MARK[:1], b"\x1a", b"\x1c", b"\x1d", b"\x1e", b"\x1f", b"\x85", b"\xa0", b"\xff"),
    *(b"_", b".", b"'", b"\xc2\x85", b"\xc2\xa0", b"\xe2\x80\xa8", b"\xef\xbc\x91", b"\xd9\xa1"),
)
NUMBERS = (
    *(
        b"0",
        b"-0",
        b"1",
        b"7",
        b"-3",
        b"+12",
        b"0.5",
        b".5",
        b"5.",
        b"3.1416",
        b"-2.50",
        b"1e3",
        b"1E-7",
        b"100",
    ),
    *(
        b"1e",
        b"1e+",
        b"0x1p3",
        b"0X.8",
        b"0x1p",
        b"0x.",
        b"0x",
        b"1e5e",
        b"1_0",
        b"--1",
        b"+.",
        b"1,5",
        b"1f",
    ),
    *(
        b"inf",
        b"-Infinity",
        b"nan",
        b"NaN",
        b"nan(1)",
        b"1e308",
        b"1.8e308",
        b"-1.7e308",
        b"1e400",
        b"1e-400",
    ),
    *(b"4.9e-324", b"2e-324", b"0.1", b"0.100001", b"1.000001", b"999999.5", b"9007199254740993", b"00012"),
    *(b"1" * 400, b"0." + b"0" * 400 + b"1", b"1" * 300 + b"." + b"1" * 300, b"0x" + b"f" * 300, b"0" * 400),
    *(
        b"INF",
        b"+inf",
        b"infinit",
        b"NAN()",
        b"+-1",
        b"1e+0005",
        b"1e-0005",
        b"-0x0P-0",
        b"0b1",
        b"1.2.3",
        b"1e5.0",
    ),
    *(b"0x1.fffffffffffffp1023", b"0x1p9999", b"0e99999999999999999999", b"123456789012345678901234567890"),
)
WORDS = (b"Yes", b"YES", b"no", b"a", b"A", b"\xc3\x89", b"\xc3\xa9", b"Case", b"#1:")
JSONS = (
    *(
        b"[1, 2]",
        b"[[1],[]]",
        b'{"a": 1, "b": [true, null]}',
        b'["x", "\\u0041", "\\ud83d\\ude00"]',
        b"[1.50, 1e2]",
    ),
    *(
        b'[-0.0, 12e-1, "1"]',
        b'[""]',
        b"[]",
        b"{}",
        b'["\xc3\xa9\\n"]',
        b"7",
        b'"x"',
        b"nonsense",
        b"[1e-7,100]",
    ),
)


def near_texts(seed: int, count: int) -> Iterator[Pair]:
    """Yield outputs of numbers and words, each with its answer."""
    random = Random(seed)
    for _ in range(count):
        parts = [random.choice(random.choice((NUMBERS, NUMBERS, WORDS))) for _ in range(random.randrange(5))]
        answer = b"".join(part + random.choice(WHITE) for part in parts)
        yield _near(random, answer), answer


def near_values(seed: int, count: int) -> Iterator[Pair]:
    """Yield outputs of JSON, each with its answer."""
    random = Random(seed)
    for _ in range(count):
        answer = random.choice(JSONS) + random.choice((b"", b"\n"))
        yield _near(random, answer), answer


def near_grids(seed: int, count: int, completions: Pair) -> Iterator[bytes]:
    """Yield outputs that nearly equal one of the two completions of a grid."""
    random = Random(seed)
    for _ in range(count):
        yield _near(random, random.choice(completions))


# The grid that belongs to these completions.
ASKED, COMPLETIONS = TWO_CLUES, (SOLVED, OTHER)


def _near(random: Random, text: bytes) -> bytes:
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        text = _changed(random, text)
    return text


def _changed(random: Random, text: bytes) -> bytes:
    at = random.choice((0, len(text), random.randrange(len(text) + 1)))
    words = [found.span() for found in re.finditer(rb"[^ \t\n\r\v\f]+", text)]
    start, end = random.choice(words or [(at, at)])
    match random.randrange(12):
        case 0 | 1:
            return text[:at] + random.choice(WHITE) + text[at:]
        case 2:
            return text[:at] + random.choice(ODD) + text[at:]
        case 3:
            return text.swapcase()
        case 4:
            return text.replace(random.choice(WHITE), random.choice(WHITE), random.choice((1, -1)))
        case 5:
            return text[:at] + random.choice((b"1", b"0", b"9", b"-", b"+", b".", b"e", b"E5")) + text[at:]
        case 6:
            return text[:at] + text[at + random.randrange(1, 4) :]
        case 7:
            return text[:start] + text[end:]
        case 8:
            return text[:end] + b" " + random.choice(NUMBERS + WORDS) + text[end:]
        case 9:
            return text[:start] + random.choice(NUMBERS) + text[end:]
        case 10:
            return text.strip(random.choice((b" \n", b"\r\n\t ", b"\f\v", MARK)))
        case _:
            return text[:start] + _written_otherwise(random, text[start:end]) + text[end:]


def _written_otherwise(random: Random, word: bytes) -> bytes:
    """Change a number a little and respell it; return anything else unchanged."""
    try:
        value = float(word)
    except ValueError:
        return word
    value = value * random.choice((1, 1, 1 + 1e-9, 1 - 9e-7, 1 + 1e-6, 1 + 1.1e-6)) + random.choice(
        (0, 0, 1e-6, -9e-7, 2e-6)
    )
    return random.choice((repr, float.hex, "{:e}".format, "{:+.6f}".format, "{:.9G}".format))(value).encode()
