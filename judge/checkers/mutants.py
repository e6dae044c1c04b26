"""Right outputs with one mistake each, and every profile's verdict on them."""

from collections.abc import Iterator

from msgspec import Struct

from judge.checkers.decision import compare_output
from judge.checkers.exact import exact
from judge.checkers.sites import opinions
from judge.mistakes.diagnosis import explain
from judge.mistakes.table import MISTAKES
from judge.model.cases import EXACT, Test
from judge.model.results import Opinion
from judge.model.verdicts import Verdict
from judge.platform.files import whole


class Mutant(Struct, frozen=True, kw_only=True):
    """A right output with the mistake `name`, the mistakes found in it, and every profile's verdict.

    `rule` decides the case and `verdict` is its verdict. Both are None if the problem has its own checker,
    which is not run here.
    """

    name: str
    output: bytes
    found: tuple[str, ...]
    rule: str | None
    verdict: Verdict | None
    opinions: tuple[Opinion, ...]


def mutants(test: Test) -> Iterator[Mutant]:
    """Yield a mutant for every mistake that applies to the test's answer."""
    answer = whole(test.right_answer)
    for kind in MISTAKES.values():
        output = kind.make(answer, test.format)
        if output == answer:
            continue
        strict = exact(test, output)
        verdict = strict.verdict if test.case.compare == EXACT else compare_output(test, output).verdict
        found = explain(test, output, strict.answer).mistakes if strict.answer is not None else ()
        yield Mutant(
            name=kind.name,
            output=output,
            found=tuple(mistake.name for mistake in found),
            rule=None if test.case.checker else test.case.compare,
            verdict=None if test.case.checker else verdict,
            opinions=opinions(output, test, {test.case.compare: verdict, EXACT: strict.verdict}),
        )
