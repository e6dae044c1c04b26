"""The JUnit report, for GitLab, Jenkins and GitHub Actions.

Schema: https://github.com/jenkinsci/xunit-plugin (`junit-10.xsd`). A solution is a suite and a class, a case
is a testcase: GitLab shows the class, and ignores testcases that repeat a class and a name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from judge.model.cases import FaultyProblem
from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.results import measured_now
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, harmless, listed, printable
from judge.scoring.unmet import Unmet
from judge.show.failures import describe_failure, describe_faulty, describe_unmet, name_failure
from judge.show.outcome import Outcome, describe_dates, describe_missing
from judge.show.rows import join_verdicts

# With more cases each problem is one testcase: GitLab does not read files of 30 MB.
_MOST_TESTCASES = 4000
_MOST_LETTERS = 4000
_WIDTH = 120
# XML 1.0 cannot contain these, not even escaped.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Testcase(NamedTuple):
    """A testcase; `tag` is the element of a failure, error or skip, empty if it is as expected.

    `since` is when earlier runs measured some of its results.
    """

    suite: str
    name: str
    cpu_s: float | None = None
    tag: str = ""
    kind: str = ""
    message: str = ""
    text: str = ""
    since: str = ""


def render(outcome: Outcome) -> bytes:
    """Return a testcase for each solution and case, passed if it is as expected.

    Times are CPU seconds of this run, without earlier runs.
    """
    return render_testcases(_list_testcases(outcome))


def render_testcases(testcases: Iterable[Testcase]) -> bytes:
    """Return the report of any testcases, with a suite for each name of one."""
    suites = group_by(testcases, lambda testcase: testcase.suite)
    everything = [testcase for own in suites.values() for testcase in own]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites{_count_outcomes('judge', everything)}>"]
    for name, own in suites.items():
        skipped = sum(testcase.tag == "skipped" for testcase in own)
        lines.append(f'<testsuite{_count_outcomes(name, own)} skipped="{skipped}">')
        lines += map(_render_element, own)
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>", ""]).encode()


def _list_testcases(outcome: Outcome) -> Iterator[Testcase]:
    if len(outcome.cells) <= _MOST_TESTCASES:
        yield from (_report_cells(cell.case, [cell]) for cell in outcome.cells)
    else:
        for (_, problem), own in groupby(outcome.cells, attrgetter("solution", "problem")):
            yield _report_cells(problem, list(own))
    yield from map(_report_unmet, outcome.owing)
    yield from map(_report_problem, outcome.faulty)
    if outcome.interrupted:
        message = describe_missing(outcome)
        yield Testcase("judge", "runs to its end", tag="error", kind="interrupted", message=message)


def _report_cells(name: str, cells: Sequence[Cell]) -> Testcase:
    """One solution on some cases. The first unexpected one explains the failure."""
    results = [result for cell in cells for result in cell.tests]
    times = [result.cpu_s for result in measured_now(results) if result.cpu_s is not None]
    known = Testcase(cells[0].solution, name, sum(times) if times else None, since=describe_dates(results))
    outcomes = [cell.as_expected for cell in cells]
    if all(outcomes):
        return known
    if False not in outcomes:
        reasons = (result.message for result in results if result.verdict is Verdict.SK)
        return known._replace(tag="skipped", message=next(reasons, "not all of its tests are known"))
    first, *more = cells[outcomes.index(False)].to_blame
    message = f"{first.verdict.name}, expected {join_verdicts(first.expected)}: {first.message}"
    text = describe_failure(first, width=_WIDTH).plain
    if more:
        text += f"  and {counted(len(more), 'more test')} of this case\n"
    if len(cells) > 1:
        message = f"{outcomes.count(False):,} of {counted(len(cells), 'case')}, first {first.case}: {message}"
    tag = "error" if first.verdict is Verdict.JE else "failure"
    return known._replace(tag=tag, kind=name_failure(first), message=message, text=text)


def _report_unmet(unmet: Unmet) -> Testcase:
    message = describe_unmet(unmet).plain.strip()
    asked = join_verdicts(unmet.verdicts) or ("words" if unmet.message else "points")
    of_tests = f" of {listed(unmet.tests)}" if unmet.tests else ""
    name = f"{unmet.problem}: some {asked}{of_tests}, as stated"
    return Testcase(unmet.solution, name, tag="failure", kind="unmet", message=message, text=message)


def _report_problem(problem: FaultyProblem) -> Testcase:
    text = "\n".join(map(str, problem.faults))
    message = describe_faulty(problem).plain.splitlines()[0]
    return Testcase(problem.name, "can be judged", tag="error", kind="JE", message=message, text=text)


def _render_element(testcase: Testcase) -> str:
    time = "" if testcase.cpu_s is None else f' time="{testcase.cpu_s:.6f}"'
    head = f"<testcase classname={_quote(testcase.suite)} name={_quote(testcase.name)}{time}"
    inner = ""
    if testcase.tag:
        kind = f" type={_quote(testcase.kind)}" if testcase.kind else ""
        tag = f"{testcase.tag}{kind} message={_quote(testcase.message)}"
        inner += f"<{tag}>{_escape_text(testcase.text)}</{testcase.tag}>\n"
    if testcase.since:
        inner += f"<system-out>result of an earlier run, {testcase.since}</system-out>\n"
    return f"{head}>\n{inner}</testcase>" if inner else f"{head}/>"


def _count_outcomes(name: str, testcases: Sequence[Testcase]) -> str:
    counts = Counter(testcase.tag for testcase in testcases)
    cpu_s = sum(testcase.cpu_s or 0.0 for testcase in testcases)
    return (
        f" name={_quote(name)}"
        f' tests="{len(testcases)}" failures="{counts["failure"]}"'
        f' errors="{counts["error"]}" time="{cpu_s:.6f}"'
    )


def _quote(text: str) -> str:
    return quoteattr(_NO_XML.sub(_escape, printable(_cut(text))))


def _escape_text(text: str) -> str:
    """Keep lines, and escape what XML cannot contain."""
    lines = "\r".join(map(harmless, _cut(text).split("\r")))
    return escape(_NO_XML.sub(_escape, lines), {"\r": "&#13;"})


def _escape(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]} ..."
