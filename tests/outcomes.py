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
# Strategies are made once: making one takes longer than a draw.
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
maybe_points = st.sampled_from([None, WORTH])
verdicts = st.sampled_from(Verdict)
allowed = st.sampled_from(ALLOWED)
messages = words | st.just("\udcff")
peaks = st.none() | st.integers(0, 1 << 40)
run_numbers = st.integers(1, 6)
opinions = st.none() | st.sampled_from(sentenced)
hosts = st.sampled_from(["", "node-1"])
last_runs = st.none() | st.builds(LastRun, verdict=verdicts, points=seconds)
one_or_two = st.integers(1, 2)
up_to_two = st.integers(0, 2)
measured = st.none() | moments
faulty = st.lists(st.builds(Fault, names.map(Path), st.integers(0, 9), words), max_size=2)
solution_names = st.lists(names, max_size=3, unique=True)
problem_names = st.lists(names.map(lambda name: name.replace("/", "_")), max_size=2, unique=True)


turns = st.builds(
    Turn,
    by_program=st.booleans(),
    at_s=st.floats(0, 1e4),
    said=data,
    left_out=st.integers(0, 1 << 40),
    late=st.booleans(),
)
talks = st.lists(turns, max_size=3)


@st.composite
def results(draw: st.DrawFn, solution: str, case: str, test: int, tests: int, worth: Worth | None) -> Result:
    verdict = draw(verdicts)
    diagnosis = None
    message = draw(messages)
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
        expected=(draw(allowed),),
        message=message,
        diagnosis=diagnosis,
        stderr=draw(data),
        cpu_s=draw(seconds),
        wall_s=draw(seconds),
        peak_bytes=draw(peaks),
        runs=draw(run_numbers),
    )
    opinion = Opinion(profile="luogu", verdict=draw(opinions))
    points = draw(seconds) if worth else None
    said, output = draw(data), draw(data)
    result = replace(result, output=output, said=said, opinions=(opinion,), points=points, worth=worth)
    used, measured_at = draw(seconds), draw(measured)
    talk = tuple(draw(talks))
    host = draw(hosts)
    last_run = draw(last_runs)
    result = replace(result, turns=talk, interactor_cpu_s=used, measured_at=measured_at, host=host)
    return replace(result, last_run=last_run)


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    solutions = draw(solution_names)
    problems = draw(problem_names)
    cases = [f"{problem}/{number}" for problem in problems for number in range(draw(one_or_two))]
    worths = {problem: draw(maybe_points) for problem in problems}
    found: list[Result] = []
    for solution in solutions:
        for case in cases:
            tests = draw(one_or_two)
            judged = draw(st.integers(1, tests))
            worth = worths[problem_of(case)]
            found += [draw(results(solution, case, test, tests, worth)) for test in range(1, judged + 1)]
    faults = tuple(draw(faulty))
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
        deadline=draw(measured),
        late=tuple(draw(st.lists(st.sampled_from(solutions), unique=True))) if solutions else (),
        together=(tuple(problems),) if problems else (),
        manner="2 workers, sandbox default",
        began_at=datetime(2026, 11, 23, 18, 5, tzinfo=UTC),
        machine="host, 2 x processor",
        command="judge run --html page.html",
        wall_s=draw(seconds),
        resumed=draw(up_to_two),
        missing=draw(up_to_two),
        interrupted=draw(st.booleans()),
    )
