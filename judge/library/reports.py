"""The report on a submission: its verdict, its score, and the result of each test."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from judge.library.orders import Order
from judge.library.submissions import Test
from judge.model.results import Result
from judge.model.runs import Run
from judge.model.verdicts import Verdict, worst
from judge.platform.errors import counted, cut, harmless, printable

_LETTERS = 2000


class Report(Struct, frozen=True, kw_only=True):
    """What the judge says about a submission. `key` is the submission's.

    `results` are in the order of the tests. `verdict` is the worst of theirs. `passed` means that every test
    is accepted, and `score` is the share of accepted tests among all. `message` is the reason for the first
    failure, in the words of the checker if it decided. Where the judge failed, `verdict` is JE, `passed` and
    `score` are None, and `message` says why; there may be no results then. `shown` are the tests that are not
    hidden, None in place of the others. `run` has the whole output of a program that was only run.
    """

    key: Any
    verdict: Verdict
    score: float | None
    message: str = ""
    results: tuple[Result, ...] = ()
    shown: tuple[Test | None, ...] = ()
    run: Run | None = None

    @property
    def passed(self) -> bool | None:
        return None if self.verdict is Verdict.JE else self.verdict.is_sound

    def feedback(self) -> str:
        """Return what a model in training may see: verdicts, times, and the compiler's message.

        Of tests that are not hidden it has the input, the answer, and the reason for the verdict, too.
        """
        if self.score is None:
            return "The program was not judged.\n"
        accepted = sum(each.verdict.is_sound for each in self.results)
        lines = [f"{accepted} of {counted(len(self.results), 'test')} passed."]
        if self.verdict is Verdict.CE:
            return f"{lines[0]}\n{Verdict.CE.value}\n{_show(self.results[0].stderr)}"
        for number, (result, test) in enumerate(zip(self.results, self.shown, strict=True), 1):
            time = "" if result.cpu_s is None else f", {result.cpu_s:.2f} s"
            lines.append(f"test {number}: {result.verdict.value}{time}")
            if test and not result.verdict.is_sound and result.verdict is not Verdict.SK:
                lines.append(f"  input: {_show(test.input)}")
                lines += [] if test.answer is UNSET else [f"  answer: {_show(test.answer)}"]
                lines += [f"  {harmless(cut(reason, _LETTERS))}"] if (reason := _explain(result)) else []
                lines += [f"  stderr: {_show(result.stderr)}"] if result.stderr else []
        return "\n".join(lines) + "\n"


def _show(content: object) -> str:
    """Return the beginning of a text, or of a value."""
    if isinstance(content, bytes):
        content = content[: 4 * _LETTERS].decode(errors="replace")
    return harmless(cut(content if isinstance(content, str) else repr(content), _LETTERS))


def _explain(result: Result) -> str:
    """Return the reason for a verdict: the judge's message, or the checker's as one line."""
    said = " ".join(result.said.decode(errors="replace").split())
    return result.message or printable(cut(said, _LETTERS))


def make_report(order: Order, results: Sequence[Result]) -> Report:
    """Return the report on these results, which are in the order of the tests.

    A program that could not run because a tool is missing here has not failed: the judge has.
    """
    judged = [*_list_judged(results)]
    if lost := next((each for each in judged if each.verdict in (Verdict.JE, Verdict.SK)), None):
        told = tuple(_blame_judge(each) if each in judged else each for each in results)
        return Report(
            key=order.key,
            verdict=Verdict.JE,
            score=None,
            message=lost.message,
            results=told,
            shown=order.shown,
        )
    failed = [each for each in judged if not each.verdict.is_sound]
    return Report(
        key=order.key,
        verdict=worst(each.verdict for each in judged),
        score=(len(judged) - len(failed)) / len(results),
        message=_explain(failed[0]) if failed else "",
        results=tuple(results),
        shown=order.shown,
    )


def _list_judged(results: Iterable[Result]) -> Iterator[Result]:
    """Yield the results but those that were skipped after a failure."""
    has_failed = False
    for each in results:
        if each.verdict is not Verdict.SK or not has_failed:
            yield each
        has_failed = has_failed or not each.verdict.is_sound


def _blame_judge(result: Result) -> Result:
    return replace(result, verdict=Verdict.JE) if result.verdict is Verdict.SK else result


def report_refusal(order: Order) -> Report:
    """Return the report on a source that no compiler takes."""
    why, tests = order.refusal, len(order.tests)
    refused = Result(
        solution="",
        case="",
        test=1,
        tests=tests,
        verdict=Verdict.CE,
        expected=(),
        message=why,
        stderr=why.encode(),
    )
    other = replace(refused, verdict=Verdict.SK, message="", stderr=b"") if order.stops else refused
    results = (refused, *(replace(other, test=number) for number in range(2, tests + 1)))
    return make_report(order, results)


def report_failure(key: Any, why: str) -> Report:
    """Return the report of a judge that failed."""
    return Report(key=key, verdict=Verdict.JE, score=None, message=why)
