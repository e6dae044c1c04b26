"""Outcomes with hostile words and bytes in every place that accepts any."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import groupby
from pathlib import Path

from helpers import make_limits, make_result
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.mistakes.diagnosis import diagnose, summarize
from judge.model.cases import FaultyProblem
from judge.model.cells import group_cells
from judge.model.conversations import Turn
from judge.model.patterns import problem_of
from judge.model.points import Group, Worth
from judge.model.results import LastRun, Opinion, Result
from judge.model.verdicts import Verdict, VerdictWithMistake
from judge.platform.errors import Fault, printable
from judge.scoring.scores import score_of
from judge.scoring.unmet import Unmet, list_verdicts
from judge.show.outcome import Outcome

HOSTILE = (
    "]]>",
    "</failure><script>",
    "<!--",
    "|",
    "```",
    "`a`",
    "=1+1",
    "@SUM(A1)",
    "-1|cmd",
    "\t=1",
    "::error::x",
    "##[error]x",
    "%0A::add-mask::a",
    "a\nb\r\nc",
    "\x00\x1b[2J\x7f\x85",
    "\u202e\ufffe\uffff",
    "\U0001f600",
    '","',
)
words = st.sampled_from(HOSTILE) | st.text(max_size=8)
data = st.sampled_from([word.encode() for word in HOSTILE]) | st.binary(max_size=12)
# The loaders let no other names pass.
names = words.map(printable).filter(bool)
seconds = st.none() | st.floats(0, 1e4)
_offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
moments = st.datetimes(datetime(2020, 1, 1), timezones=_offsets).map(lambda one: one.replace(microsecond=0))
ALLOWED = (Verdict.AC, VerdictWithMistake(verdict=Verdict.PE, mistake="cr-lf"))
WORTH = Worth(points=2.0, groups=(Group(name=""), Group(name="low", count="min", accepted="all")))
sentenced = (Verdict.PE, Verdict.WA)


turns = st.builds(
    Turn,
    by_program=st.booleans(),
    at_s=st.floats(0, 1e4),
    said=data,
    left_out=st.integers(0, 1 << 40),
    late=st.booleans(),
)


@st.composite
def results(draw: st.DrawFn, solution: str, case: str, test: int, tests: int) -> Result:
    verdict = draw(st.sampled_from(Verdict))
    diagnosis = None
    message = draw(words | st.just("\udcff"))
    if verdict in sentenced:
        answer, output = draw(data), draw(data)
        diagnosis = diagnose(answer, output) if answer != output else None
        message = summarize(diagnosis) if diagnosis else message
    result = make_result(
        solution=solution,
        case=case,
        test=test,
        tests=tests,
        verdict=verdict,
        expected=(draw(st.sampled_from(ALLOWED)),),
        message=message,
        diagnosis=diagnosis,
        stderr=draw(data),
        cpu_s=draw(seconds),
        wall_s=draw(seconds),
        peak_bytes=draw(st.none() | st.integers(0, 1 << 40)),
        runs=draw(st.integers(1, 6)),
    )
    opinion = Opinion(profile="luogu", verdict=draw(st.none() | st.sampled_from(sentenced)))
    points = draw(seconds)
    worth = None if points is None else WORTH
    said, output = draw(data), draw(data)
    result = replace(result, output=output, said=said, opinions=(opinion,), points=points, worth=worth)
    used, measured_at = draw(seconds), draw(st.none() | moments)
    talk = tuple(draw(st.lists(turns, max_size=3)))
    host = draw(st.sampled_from(["", "node-1"]))
    last_run = draw(st.none() | st.builds(LastRun, verdict=st.sampled_from(Verdict), points=seconds))
    result = replace(result, turns=talk, interactor_cpu_s=used, measured_at=measured_at, host=host)
    return replace(result, last_run=last_run)


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    solutions = draw(st.lists(names, max_size=3, unique=True))
    problems = draw(st.lists(names.map(lambda name: name.replace("/", "_")), max_size=2, unique=True))
    cases = [f"{problem}/{number}" for problem in problems for number in range(draw(st.integers(1, 2)))]
    found: list[Result] = []
    for solution in solutions:
        for case in cases:
            tests = draw(st.integers(1, 2))
            judged = draw(st.integers(1, tests))
            found += [draw(results(solution, case, test, tests)) for test in range(1, judged + 1)]
    faults = tuple(draw(st.lists(st.builds(Fault, names.map(Path), st.integers(0, 9), words), max_size=2)))
    stated = [
        Unmet(solution=name, problem=problem, verdicts=sentenced)
        for name in solutions
        for problem in problems
    ]
    owing = [replace(each, seen=list_verdicts(found, each)) for each in stated]
    for (name, problem), own in groupby(found, key=lambda one: (one.solution, problem_of(one.case))):
        if score := score_of(group_cells(own)):
            owing.append(Unmet(solution=name, problem=problem, score=score))
    return Outcome(
        results=tuple(found),
        faults=faults,
        faulty=tuple(FaultyProblem(name=name, format="", faults=faults) for name in problems if faults),
        owing=tuple(owing if draw(st.booleans()) else ()),
        limits={case: make_limits() for case in cases},
        misnamed=tuple(FaultyProblem(name=name, format="", faults=faults) for name in problems if faults),
        strays=tuple(FaultyProblem(name=f"{name}/", format="", faults=faults) for name in problems if faults),
        deadline=draw(st.none() | moments),
        late=tuple(draw(st.lists(st.sampled_from(solutions), unique=True))) if solutions else (),
        together=(tuple(problems),) if problems else (),
        manner="2 workers, sandbox default",
        began_at=datetime(2026, 11, 23, 18, 5, tzinfo=UTC),
        machine="host, 2 x processor",
        command="judge run --html page.html",
        wall_s=draw(seconds),
        resumed=draw(st.integers(0, 2)),
        missing=draw(st.integers(0, 2)),
        interrupted=draw(st.booleans()),
    )
