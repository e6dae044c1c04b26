"""Find the parts of an answer in an output of any layout, and say which are wrong."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from judge.mistakes.bytewise import text_key
from judge.model.results import WrongPart
from judge.platform.errors import FormatError
from judge.subjects.subject import SUBJECTS, Part, Subject, subject_of

_LIMIT = 1 << 20


class AnswerParts(NamedTuple):
    """The parts of an answer; none if it is plain bytes, or too long."""

    subject: Subject
    parts: tuple[Part, ...]

    def find_printed(self, output: bytes) -> tuple[Part, ...]:
        """Find the parts that were printed for these, in any layout and between any text.

        Return as many as are wanted, or the same parts with some printed again; else nothing.
        """
        if not self.parts or len(output) > _LIMIT:
            return ()
        own = self.subject.find_parts(tuple(map(text_key, output.splitlines())))
        if len(own) > len(self.parts) and set(own) != set(self.parts):
            own = tuple(part for part in own if not self._is_question(part))
        again = len(own) > len(self.parts) > 1 and set(own) == set(self.parts)
        return own if again or len(own) == len(self.parts) else ()

    def name_disorder(self, own: Sequence[Part]) -> str:
        """Name the mistake of printing the right parts in a wrong way; empty if they are wrong."""
        if len(own) > len(self.parts):
            return f"{self.subject.part}-twice"
        if sorted(own) == sorted(self.parts):
            return f"{self.subject.part}s-out-of-order"
        pairs = [(mine, theirs) for mine, theirs in zip(self.parts, own, strict=True) if mine != theirs]
        turned = zip(*(map(theirs.__eq__, self.subject.turn(mine)) for mine, theirs in pairs), strict=True)
        return f"{self.subject.part}-turned" if any(map(all, turned)) else ""

    def find_first_wrong(self, own: Sequence[Part], asked: Sequence[Part]) -> WrongPart | None:
        """Find the first place that differs, and why it cannot be right."""
        pairs = enumerate(zip(self.parts, own, strict=True))
        number, (mine, theirs) = next((number, pair) for number, pair in pairs if pair[0] != pair[1])
        question = asked[number] if number < len(asked) else None
        wrong = self.subject.find_first_wrong(question, mine, theirs)
        return wrong and replace(wrong, place=((self.subject.part, number + 1), *wrong.place))

    def name_repetition(self, said: bytes) -> str:
        """Name the mistake of printing parts, or their questions, again; empty for any other text."""
        printed = self.subject.find_parts((said,)) if self.parts and said else ()
        if not printed:
            return ""
        if set(printed) <= set(self.parts):
            return f"{self.subject.part}-twice"
        return "input-echoed" if all(map(self._is_question, printed)) else ""

    def _is_question(self, printed: Part) -> bool:
        """Return whether one of the parts answers what was printed."""
        is_other = printed not in self.parts
        return is_other and any(self.subject.find_flaw(printed, part) is None for part in self.parts)


NO_PARTS = AnswerParts(SUBJECTS[0], ())


def split_answer(answer: bytes, format: str) -> AnswerParts:
    subject = subject_of(format)
    if subject and len(answer) <= _LIMIT:
        with suppress(FormatError):
            return AnswerParts(subject, subject.formats[format].decode_output(answer))
    return NO_PARTS


def describe_wrong_part(wrong: WrongPart) -> str:
    """Say in a sentence where a part is wrong, and why."""
    first, *rest = wrong.place
    words = ", ".join(f"{word} {number}" for word, number in ([first, *rest] if first[1] > 1 else rest))
    return f"{words} is {wrong.found}, expected {wrong.wanted}: {wrong.why}"
