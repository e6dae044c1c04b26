"""What a kind of problem brings beyond bytes: the seam, the subjects that there are, and their formats.

To the judge an input and an answer are bytes. A subject knows what they are made of: parts, to each part of
an input the part of the answer that belongs to it. Plain bytes have no parts, so whoever asks that subject
gets nothing and goes on with bytes alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from judge.errors import FormatError, unknown
from judge.files import whole
from judge.model import Case, Test
from judge.results import WrongPart
from judge.signatures.parser import signature_of
from judge.signatures.signature import Signature
from judge.sudoku.subject import SUDOKU
from judge.yamltree import File

TEXT = "text"

Part = bytes
# Called with how much is done and how much there is to do.
Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Progress that nobody watches."""


class Format(Protocol):
    """One site's dialect: parts from bytes and back. Decoders raise FormatError with the line at fault.

    Decoding an output forgives blanks, so that the parts can be told from their layout; encoding is the
    layout, to the byte.
    """

    @property
    def many(self) -> bool:
        """Whether one input holds several parts."""

    @property
    def entry(self) -> str:
        """The signature of what is called of a class; empty where a solution is a program."""

    def decode_input(self, data: bytes) -> tuple[Part, ...]: ...

    def encode_input(self, parts: Sequence[Part]) -> bytes: ...

    def decode_output(self, data: bytes) -> tuple[Part, ...]: ...

    def encode_output(self, parts: Sequence[Part]) -> bytes: ...


class Subject(Protocol):
    """What the judge asks of a kind of problem."""

    @property
    def formats(self) -> Mapping[str, Format]: ...

    @property
    def part(self) -> str:
        """A part in a word; mistakes are named by it. Empty where there are no parts."""

    @property
    def lawful(self) -> str:
        """What the parts of an input must be, in words."""

    @property
    def sets(self) -> str:
        """The key of a case file that names a file of many cases; empty where there is none."""

    @property
    def generates(self) -> str:
        """What `judge generate` does, in words; empty where no cases are made."""

    def flaw(self, asked: Part, answer: Part | None) -> str | None:
        """Why a part of an answer is no right one, in words; without an answer, why none is asked for."""

    def doubts(self, asked: Sequence[Part], *, unique: bool, progress: Progress) -> Iterator[str | None]:
        """Of each how many right answers were expected and how many there are, if not so many.

        It may take long, but less for all than for one after the other.
        """

    def printed(self, lines: Sequence[bytes]) -> tuple[Part, ...]:
        """The parts in an output, wrong ones too, by what its lines say without blanks and punctuation."""

    def turned(self, part: Part) -> Iterable[Part]:
        """The same part as one may print it by mistake: transposed, mirrored, turned."""

    def question(self, part: Part) -> Part:
        """Something that asks for this part of an answer."""

    def varied(self, asked: Part, chance: Random) -> Part:
        """Another lawful part, one step away; there is a right answer to it if there is one to this."""

    def steps(self, asked: Part) -> int:
        """How many steps an answer takes; 0 if all of it is given."""

    def given(self, asked: Part, answer: Part, first: int, stop: int) -> Part:
        """A lawful part that gives the steps from `first` to before `stop`, too; the same answer is right."""

    def renamed(self, asked: Part, answer: Part) -> tuple[Part, Part]:
        """The same question in the plainest names, no higher in the order of bytes, and the answer to it."""

    def first_wrong(self, asked: Part | None, answer: Part, printed: Part) -> WrongPart | None:
        """Where a part that was printed leaves the answer, and why it is wrong there."""

    def read_set(
        self, file: File, data: bytes, *, unique: bool, root: Path | None, progress: Progress
    ) -> Iterator[tuple[int, Part, Part]]:
        """The line, the question and the answer of each case in a file; what is wrong is the file's fault.

        What it cost to work out may be kept in `.judge/` of `root`.
        """

    def generated(self, count: int, *, seed: int, progress: Progress) -> str:
        """A file of so many cases, as `sets` names them; the same for the same seed."""

    def input_validator(self, format: str, *, end: bytes | None) -> str:
        """A program in Python that ends with 42 if its standard input is lawful, else with 43; or empty.

        Each line is as `Format.encode_input` has it, with `end` after it; None forgives all blanks there.
        """

    def output_validator(self, format: str, *, exact: bool) -> str:
        """The same for every right answer; it is called as a checker of the protocol kattis is.

        With `exact` the answer is laid out to the byte as `Format.encode_output` does.
        """


class Bytes(Struct, frozen=True):
    """The subject of plain bytes, and its one format: there are no parts, and nothing to say of them.

    With an `entry` these are the lines of its arguments and of its answer, and the format is called by it.
    """

    part: str = ""
    lawful: str = ""
    sets: str = ""
    generates: str = ""
    many: bool = True
    entry: str = ""

    @property
    def formats(self) -> Mapping[str, Format]:
        return {self.entry or TEXT: self}

    def decode_input(self, data: bytes) -> tuple[Part, ...]:
        return ()

    def encode_input(self, parts: Sequence[Part]) -> bytes:
        return b""

    decode_output, encode_output = decode_input, encode_input

    def flaw(self, asked: Part, answer: Part | None) -> None:
        return None

    def doubts(self, asked: Sequence[Part], *, unique: bool, progress: Progress) -> Iterator[None]:
        return iter(())

    def printed(self, lines: Sequence[bytes]) -> tuple[Part, ...]:
        return ()

    def turned(self, part: Part) -> Iterable[Part]:
        return ()

    def question(self, part: Part) -> Part:
        return part

    def varied(self, asked: Part, chance: Random) -> Part:
        return asked

    def steps(self, asked: Part) -> int:
        return 0

    def given(self, asked: Part, answer: Part, first: int, stop: int) -> Part:
        return asked

    def renamed(self, asked: Part, answer: Part) -> tuple[Part, Part]:
        return asked, answer

    def first_wrong(self, asked: Part | None, answer: Part, printed: Part) -> None:
        return None

    def read_set(
        self, file: File, data: bytes, *, unique: bool, root: Path | None, progress: Progress
    ) -> Iterator[tuple[int, Part, Part]]:
        return iter(())

    def generated(self, count: int, *, seed: int, progress: Progress) -> str:
        return ""

    def input_validator(self, format: str, *, end: bytes | None) -> str:
        return ""

    def output_validator(self, format: str, *, exact: bool) -> str:
        return ""


class _Subjects(dict[str, Subject]):
    """By the name of each format. One that is none of these is a signature, as `signature_of` writes it."""

    def __missing__(self, name: str) -> Subject:
        return _of_signature(name)


@cache
def _of_signature(name: str) -> Subject:
    """Raises ValueError for a name that is no format's."""
    return Bytes(entry=str(signature_of(name)))


SUBJECTS: tuple[Subject, ...] = (SUDOKU, Bytes())
BY_FORMAT = _Subjects({name: subject for subject in SUBJECTS for name in subject.formats})


def format_of(name: str) -> Format:
    return BY_FORMAT[name].formats[name]


def entry_of(name: str) -> Signature | None:
    """What is called of a solution in this format; None where it is a program."""
    entry = format_of(name).entry
    return signature_of(entry) if entry else None


def signature_for(name: str) -> Signature | None:
    """The one that says what the bytes of a format are; None where that are parts, or plain bytes."""
    return None if BY_FORMAT[name].part else entry_of(name)


def misfit(name: str, data: bytes) -> str:
    """Why the types of a signature do not fit an input; empty where they do or there is none."""
    signature = signature_for(name)
    try:
        if signature:
            signature.input(data)
    except FormatError as error:
        return str(error)
    return ""


def asked_of(test: Case | Test) -> tuple[Part, ...]:
    """The parts of an input. Plain bytes have none, and are not read for them. Raises FormatError."""
    return format_of(test.format).decode_input(whole(test.input)) if BY_FORMAT[test.format].part else ()


def no_format(name: str) -> str | None:
    """What to say of a name that is no format's; None for one that is."""
    return None if name in BY_FORMAT else unknown("a format:", name, BY_FORMAT)
