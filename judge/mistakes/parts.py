"""What an output prints of the parts of its answer, however it lays them out, and where they are wrong."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from judge.errors import FormatError
from judge.mistakes.bytewise import key
from judge.results import WrongPart
from judge.subjects import SUBJECTS, Part, Subject, subject_of

_LIMIT = 1 << 20


class Parts(NamedTuple):
    """The parts that an answer is made of; none where it is plain bytes, or has thousands."""

    subject: Subject
    parts: tuple[Part, ...]

    def printed(self, output: bytes) -> tuple[Part, ...]:
        """The parts that were printed for these, in whatever layout and between whatever text; else none.

        They are as many as are wanted, or the same with some printed again.
        """
        if not self.parts or len(output) > _LIMIT:
            return ()
        own = self.subject.find_parts(tuple(map(key, output.splitlines())))
        if len(own) > len(self.parts) and set(own) != set(self.parts):
            own = tuple(part for part in own if not self._asks(part))
        again = len(own) > len(self.parts) > 1 and set(own) == set(self.parts)
        return own if again or len(own) == len(self.parts) else ()

    def misplaced(self, own: Sequence[Part]) -> str:
        """The mistake of printing the right parts otherwise than they are asked for; empty for wrong ones."""
        if len(own) > len(self.parts):
            return f"{self.subject.part}-twice"
        if sorted(own) == sorted(self.parts):
            return f"{self.subject.part}s-out-of-order"
        pairs = [(mine, theirs) for mine, theirs in zip(self.parts, own, strict=True) if mine != theirs]
        turned = zip(*(map(theirs.__eq__, self.subject.turn(mine)) for mine, theirs in pairs), strict=True)
        return f"{self.subject.part}-turned" if any(map(all, turned)) else ""

    def first_wrong(self, own: Sequence[Part], asked: Sequence[Part]) -> WrongPart | None:
        """The first place of all that differs, and why it cannot be right."""
        pairs = enumerate(zip(self.parts, own, strict=True))
        number, (mine, theirs) = next((number, pair) for number, pair in pairs if pair[0] != pair[1])
        question = asked[number] if number < len(asked) else None
        wrong = self.subject.find_first_wrong(question, mine, theirs)
        return wrong and replace(wrong, place=((self.subject.part, number + 1), *wrong.place))

    def again(self, said: bytes) -> str:
        """The mistake of printing parts, or what asks for them, once more; empty for any other text."""
        printed = self.subject.find_parts((said,)) if self.parts and said else ()
        if not printed:
            return ""
        if set(printed) <= set(self.parts):
            return f"{self.subject.part}-twice"
        return "input-echoed" if all(map(self._asks, printed)) else ""

    def _asks(self, printed: Part) -> bool:
        """Whether what was printed is a question that one of the parts answers."""
        asked = printed not in self.parts
        return asked and any(self.subject.find_flaw(printed, part) is None for part in self.parts)


NO_PARTS = Parts(SUBJECTS[0], ())


def parts_of(answer: bytes, format: str) -> Parts:
    """The parts of an answer."""
    subject = subject_of(format)
    if subject and len(answer) <= _LIMIT:
        with suppress(FormatError):
            return Parts(subject, subject.formats[format].decode_output(answer))
    return NO_PARTS


def in_words(wrong: WrongPart) -> str:
    """Where a part is wrong, in a sentence."""
    first, *rest = wrong.place
    words = ", ".join(f"{word} {number}" for word, number in ([first, *rest] if first[1] > 1 else rest))
    return f"{words} is {wrong.found}, expected {wrong.wanted}: {wrong.why}"
