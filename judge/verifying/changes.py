"""Inputs that a strict validator rejects, made from stored ones. Pure: nothing is run here.

Whether a change makes an input illegal follows from what all stored inputs have in common. A blank more on a
line of numbers is illegal. Text may contain such a blank, so it is left alone.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

# Plain numbers: no blanks but single ones between them, no leading zeros, nothing longer than 18 digits.
_NUMBER = rb"(?:0|-?[1-9][0-9]{0,17})"
_NUMBERS = re.compile(rb"%b(?: %b)*" % (_NUMBER, _NUMBER))
_LARGE = b"9" * 20
# Fewer stored inputs do not show that a line is always of plain numbers.
_FEWEST = 2
_EXCEEDED = 8
_RANDOM = 8
_RANDOM_BYTES = (1, 16, 256, 4096)


class Change(NamedTuple):
    """A changed input. `what` says how it was changed.

    If not `must_fail`, programs that read words do not notice the change, nor do many validators; or `why`
    says why a strict validator rejects it.
    """

    what: str
    data: bytes
    must_fail: bool = True
    why: str = ""


def list_changes(inputs: Sequence[bytes]) -> Iterator[Change]:
    """Yield changes of the first input. `inputs` are all that are known, the one to change first."""
    yield from _change_everything(inputs)
    base = inputs[0]
    if not base.strip() or not base.endswith(b"\n"):
        return
    if all(b"\r" not in each for each in inputs):
        yield Change("with CRLF at the end of each line", base.replace(b"\n", b"\r\n"), must_fail=False)
    if all(each.endswith(b"\n") for each in inputs):
        yield Change("without the final newline", base.removesuffix(b"\n"), must_fail=False)
        if not any(each.endswith(b"\n\n") for each in inputs):
            yield Change("with an empty line at the end", base + b"\n", must_fail=False)
    if len(inputs) < _FEWEST:
        return
    firsts = [each.partition(b"\n")[0] for each in inputs]
    if all(map(_NUMBERS.fullmatch, firsts)):
        yield from _change_first_line(base)
    if all(_is_of_numbers(each) for each in inputs):
        yield from _change_last_line(base)
    if _has_fixed_length(inputs):
        yield Change("without its last line", base[: base[:-1].rfind(b"\n") + 1])
        yield Change("with its last line twice", base + base[base[:-1].rfind(b"\n") + 1 :])


def _change_everything(inputs: Sequence[bytes]) -> Iterator[Change]:
    if all(each.strip() for each in inputs):
        yield Change("an empty input", b"")
    if all(byte < 128 for each in inputs for byte in each):
        yield Change("64 bytes that are no text", bytes(range(128, 192)))


def _change_first_line(base: bytes) -> Iterator[Change]:
    line, _, rest = base.partition(b"\n")
    yield Change("with a blank at the end of line 1", line + b" \n" + rest)
    yield Change("with a blank at the start of line 1", b" " + base)
    if b" " in line:
        yield Change("with two blanks in line 1", line.replace(b" ", b"  ", 1) + b"\n" + rest)
    word, blank, others = line.partition(b" ")
    sign = b"-" if word.startswith(b"-") else b""
    padded = sign + b"0" + word.removeprefix(b"-")
    yield Change("with a leading zero in line 1", padded + blank + others + b"\n" + rest)
    yield Change("with a number of 20 digits in line 1", _LARGE + blank + others + b"\n" + rest)
    yield Change("with a word instead of the first number", b"x" + blank + others + b"\n" + rest)


def _change_last_line(base: bytes) -> Iterator[Change]:
    head, blank, _ = base[:-1].rpartition(b" ") if b" " in base else base[:-1].rpartition(b"\n")
    yield Change("with a number of 20 digits as its last", head + blank + _LARGE + b"\n")
    yield Change("with a word after the end", base + b"x\n")
    if base.count(b"\n") > 1:
        yield Change("with a blank at the end of the last line", base[:-1] + b" \n")


def exceed_bounds(inputs: Sequence[bytes], least: int | None, greatest: int | None) -> Iterator[Change]:
    """Yield changes of the first input: each of its first numbers one beyond these bounds, where known.

    A validator may read other numbers than those whose bounds are known, so it may accept such an input.
    """
    if not all(_is_of_numbers(each) for each in inputs):
        return
    base = inputs[0]
    for at, word in enumerate(islice(re.finditer(rb"\S+", base), _EXCEEDED), 1):
        for bound, step, words in ((least, -1, "less than"), (greatest, 1, "greater than")):
            if bound is not None:
                data = base[: word.start()] + b"%d" % (bound + step) + base[word.end() :]
                why = f"{words} every bound in its log"
                yield Change(f"with {bound + step} as its number {at}", data, must_fail=False, why=why)


def _is_of_numbers(data: bytes) -> bool:
    return data.endswith(b"\n") and all(map(_NUMBERS.fullmatch, data[:-1].split(b"\n")))


def _has_fixed_length(inputs: Sequence[bytes]) -> bool:
    """Return whether the first number of each input is the number of the lines after the first one."""
    counts = {each.count(b"\n") - 1 for each in inputs}
    return len(counts) > 1 and all(
        re.match(rb"%d(?![0-9])" % (each.count(b"\n") - 1), each) for each in inputs
    )


def list_random_inputs(inputs: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Yield random bytes, and the inputs with random bytes in place of some."""
    chance = Random(seed)
    for size in _RANDOM_BYTES:
        yield chance.randbytes(size)
    for _ in range(_RANDOM if inputs else 0):
        data = bytearray(chance.choice(inputs))
        for _ in range(1 + len(data) // 50):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        yield bytes(data[: chance.randint(len(data) // 2, len(data))])
