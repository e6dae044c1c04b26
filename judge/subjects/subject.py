"""Formats by their names, and what the judge knows about inputs and answers beyond their bytes.

A format is how a site writes inputs and answers. A subject knows the parts inside them,
and for each part of an input the right parts of an answer. Plain bytes have no subject.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Protocol

from msgspec import Struct

from judge.model.cases import Case, Test
from judge.model.results import WrongPart
from judge.platform.errors import FormatError, unknown
from judge.platform.files import whole
from judge.subjects.signatures.parser import parse_signature
from judge.subjects.signatures.signature import Signature
from judge.subjects.sudoku import subject as sudoku

TEXT = "text"

Part = bytes
# Called with the number of items done and the number of all items.
Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Report no progress."""


class Format(Protocol):
    """The layout of one site. Decoders raise FormatError with the line at fault.

    Decoding an output ignores blanks; encoding writes the exact layout.
    """

    @property
    def many(self) -> bool:
        """True if one input holds several parts."""

    @property
    def entry(self) -> str:
        """The signature of the class that the judge calls; empty if solutions are programs."""

    def decode_input(self, data: bytes) -> tuple[Part, ...]: ...

    def encode_input(self, parts: Sequence[Part]) -> bytes: ...

    def decode_output(self, data: bytes) -> tuple[Part, ...]: ...

    def encode_output(self, parts: Sequence[Part]) -> bytes: ...


class Subject(Protocol):
    """A kind of problem whose inputs and answers consist of parts."""

    @property
    def formats(self) -> Mapping[str, Format]: ...

    @property
    def part(self) -> str:
        """A word for a part; the names of mistakes contain it."""

    @property
    def lawful(self) -> str:
        """A phrase for what each part of an input must be."""

    @property
    def fewest_bytes(self) -> int:
        """No input is shorter, in whatever format."""

    def find_flaw(self, asked: Part, answer: Part | None, /) -> str | None:
        """Say why the answer is wrong or, without an answer, why the part is unlawful."""

    def check_answers(
        self, asked: Sequence[Part], *, unique: bool, progress: Progress
    ) -> Iterator[str | None]:
        """Yield for each part the error in its number of right answers.

        This may take long; one call for many parts is faster than many calls.
        """

    def find_parts(self, lines: Sequence[bytes], /) -> tuple[Part, ...]:
        """Find the parts, right or wrong, in an output. `lines` have no blanks and no punctuation."""

    def turn(self, part: Part, /) -> Iterable[Part]:
        """Return the part as a program may print it by mistake: transposed, mirrored, turned."""

    def ask_for(self, part: Part, /) -> Part:
        """Return a part of an input that this part answers."""

    def vary(self, asked: Part, chance: Random, /) -> Part:
        """Return another lawful part, one step away. If this one has a right answer, so has the other."""

    def count_steps(self, asked: Part, /) -> int:
        """Count the steps to an answer; 0 if the part contains all of it."""

    def reveal(self, asked: Part, answer: Part, first: int, stop: int, /) -> Part:
        """Return a lawful part that contains the steps from `first` to before `stop` of the answer."""

    def rename(self, asked: Part, answer: Part, /) -> tuple[Part, Part]:
        """Return the same question in the plainest names, no higher in byte order, and its answer."""

    def find_first_wrong(self, asked: Part | None, answer: Part, printed: Part, /) -> WrongPart | None:
        """Find where a printed part first differs from the answer, and why it is wrong there."""


class PlainBytes(Struct, frozen=True):
    """The format of plain bytes, which have no parts.

    With an `entry`, the signature of a class, the bytes are the lines of its arguments and of its answer.
    """

    entry: str = ""
    many: bool = True

    def decode_input(self, data: bytes) -> tuple[Part, ...]:
        return ()

    def encode_input(self, parts: Sequence[Part]) -> bytes:
        return b""

    decode_output, encode_output = decode_input, encode_input


SUBJECTS: tuple[Subject, ...] = (sudoku,)
# Signatures are names of formats, too.
FORMATS: dict[str, Format] = {
    **{name: format for subject in SUBJECTS for name, format in subject.formats.items()},
    TEXT: PlainBytes(),
}


def format_of(name: str) -> Format:
    """Return the format of this name. Raises ValueError for an unknown one."""
    return FORMATS.get(name) or _format_of_signature(name)


@cache
def _format_of_signature(name: str) -> PlainBytes:
    return PlainBytes(entry=str(parse_signature(name)))


def subject_of(format: str) -> Subject | None:
    return next((subject for subject in SUBJECTS if format in subject.formats), None)


def entry_of(name: str) -> Signature | None:
    """Return the signature by which solutions in this format are called; None if they are programs."""
    entry = format_of(name).entry
    return parse_signature(entry) if entry else None


def signature_for(name: str) -> Signature | None:
    """Return the signature whose types describe the bytes of a format, None for parts and plain bytes."""
    return None if subject_of(name) else entry_of(name)


def find_misfit(name: str, data: bytes) -> str:
    """Say why an input does not fit the types of its signature. Empty if it fits or has no signature."""
    signature = signature_for(name)
    try:
        if signature:
            signature.normalize_input(data)
    except FormatError as error:
        return str(error)
    return ""


def read_parts(test: Case | Test) -> tuple[Part, ...]:
    """Read the parts of an input. Plain bytes have none and are not read. Raises FormatError."""
    return format_of(test.format).decode_input(whole(test.input)) if subject_of(test.format) else ()


def reject_format(name: str) -> str | None:
    """Return the error message for the name of an unknown format, None for a known one."""
    return None if name in FORMATS else unknown("a format:", name, FORMATS)
