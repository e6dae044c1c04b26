"""Exported and imported again a problem is the same, but for what was told."""

import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers import PUZZLES, write_project
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import load
from judge.cases.tests import as_it_is
from judge.checkers.decision import compared
from judge.files import whole
from judge.model import Case, Verdict
from judge.packages.out.expected import Expected, expected
from judge.packages.out.problem import Problem, outgoing
from judge.packages.out.targets import TARGETS
from judge.packages.out.writing import write_all
from judge.packages.taking import Taken, taken
from judge.yamltree import dumped

TESTLIB = PUZZLES / "public" / "testlib"
NAMES = ("1", "2", "10", "sample", "Sample-2", "deep/3", "x_y.z")
TEXT = st.text("aA1. \r\n", max_size=8).map(str.encode) | st.binary(max_size=8)
TIMES, SIZES = ("500ms", "1s", "2500ms", "20s"), ("64MiB", "300MiB", "1GiB")
RULES = ("exact", "kattis", "tokens", "float 0.5", "float rel 1e-3")
VERDICTS = ("AC", "WA", "TLE", "RE")
FOLDERS = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")


@dataclass
class Drawn:
    """A problem before it is one: files of tests, a case file, and programs."""

    tests: Mapping[str, tuple[bytes, bytes]]
    sheet: Mapping[str, object]
    programs: Mapping[str, str]


@st.composite
def problems(draw: st.DrawFn, *, points: bool = False) -> Drawn:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    sheet: dict[str, object] = {
        "problem": draw(st.text(string.ascii_letters + "&\\ß$", min_size=1, max_size=9)),
        "time": draw(st.sampled_from(TIMES)),
        "memory": draw(st.sampled_from(SIZES)),
        "output_limit": "64MiB",
        "compare": draw(st.sampled_from(RULES)),
    }
    if points:
        group = st.fixed_dictionaries(
            {"points": st.integers(0, 60).map(float), "count": st.sampled_from(["sum", "min"])}
        )
        sheet["groups"] = {pattern: draw(group) for pattern in draw(st.sampled_from([["*"], names]))}
    programs = {"accepted/right.cpp": "int main() {}\n"}
    for number, folder in enumerate(draw(st.lists(st.sampled_from(FOLDERS), max_size=3))):
        programs[f"{folder}/p{number}.cpp"] = "// a program\nint main() {}\n"
    for number in range(draw(st.integers(0, 2))):
        verdicts = {f"it/{name}": draw(st.sampled_from(VERDICTS)) for name in names}
        facts = ", ".join(f'"{case}": {verdict}' for case, verdict in verdicts.items())
        programs[f"f{number}.cpp"] = f"// judge: {{expect: {{{facts}}}}}\nint main() {{}}\n"
    return Drawn({name: (draw(TEXT), draw(TEXT)) for name in names}, sheet, programs)


@contextmanager
def back(drawn: Drawn, target: str) -> Iterator[tuple[Problem, Taken]]:
    """The problem as it was, and what came in again."""
    if target == "polygon" and not (TESTLIB / "testlib.h").is_file():
        pytest.skip("testlib is not here")
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CPATH", str(TESTLIB))
        root = Path(place)
        write_project(root, solutions={f"it/{name}": text for name, text in drawn.programs.items()}, cases={})
        (root / "cases" / "it.yaml").write_text(dumped({**drawn.sheet}))
        for name, contents in drawn.tests.items():
            for suffix, content in zip((".in", ".ans"), contents, strict=True):
                path = root / "cases" / "it" / f"{name}{suffix}"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        found = load(root)
        problem = outgoing(found.project, found.cases, found.solutions)
        write_all(TARGETS[target](problem).files, root / "again")
        with taken(root / "again" / ("tests" if target == "folder" else ""), "it") as again:
            yield problem, again


def contents(cases: Sequence[Case]) -> dict[str, tuple[bytes, bytes]]:
    """Input and answer of each test, by its name."""
    return {_name(case): (whole(case.input), whole(case.answer or b"")) for case in cases}


def _name(case: Case) -> str:
    return case.id.partition("/")[2]


def placed(name: str, names: Collection[str]) -> str:
    """Where a test is in a package of Kattis or the ICPC."""
    samples = {each for each in names if each.rpartition("/")[2].lower().startswith("sample")}
    return f"{'sample' if name in samples < {*names} else 'secret'}/{name}"


def wanted(problem: Problem) -> dict[str, Expected]:
    """What is expected of each program, by its name."""
    return {Path(one.name).name: expected(one.solution, problem) for one in problem.programs}


def arrived(again: Taken) -> Problem:
    return outgoing(again.project, again.cases, again.solutions)


def assert_decided_alike(case: Case, other: Case) -> None:
    """The same outputs are accepted on both."""
    for output in (whole(case.answer or b""), b"", b"a A", b"1", b"1.0 \n", whole(case.input)):
        one, two = (compared(as_it_is(each), output).verdict is Verdict.AC for each in (case, other))
        assert one == two, (case.compare, other.compare, case.answer, output)


@settings(max_examples=25)
@given(problems())
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_packages_of_kattis_and_of_the_icpc_hold_the_problem(target: str, drawn: Drawn) -> None:
    with back(drawn, target) as (problem, again):
        places = {name: placed(name, drawn.tests) for name in drawn.tests}
        assert contents(again.cases) == {places[name]: each for name, each in drawn.tests.items()}
        assert {(case.limits, case.problem) for case in again.cases} == {(problem.limits, problem.title)}
        assert arrived(again).uuid == problem.uuid
        cases = {_name(case): case for case in again.cases}
        for case in problem.cases:
            assert_decided_alike(case, cases[places[_name(case)]])


@settings(max_examples=25)
@given(problems())
def test_a_package_of_kattis_says_of_each_program_the_worst_that_it_gets(drawn: Drawn) -> None:
    with back(drawn, "kattis") as (problem, again):
        found = {name: each.worst for name, each in wanted(arrived(again)).items()}
        assert found == {name: each.worst for name, each in wanted(problem).items()}


@settings(max_examples=25)
@given(problems())
def test_a_package_of_the_icpc_says_of_each_program_what_it_gets_on_each_test(drawn: Drawn) -> None:
    with back(drawn, "icpc") as (problem, again):
        found = wanted(arrived(again))
        assert found.keys() == wanted(problem).keys()
        for name, own in wanted(problem).items():
            ids = {case: f"it/{placed(case.partition('/')[2], drawn.tests)}" for case in own.verdicts}
            assert found[name].verdicts == {ids[case]: each for case, each in own.verdicts.items()}
            assert {*own.required} <= {*found[name].required}


@settings(max_examples=25)
@given(problems(points=True))
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_groups_count_as_they_did(target: str, drawn: Drawn) -> None:
    def counted(cases: Sequence[Case]) -> dict[str, tuple[str, float]]:
        worths = {_name(case): case.worth for case in cases}
        return {
            name: (each.groups[-1].count, each.points) if each else ("", 0) for name, each in worths.items()
        }

    def together(cases: Sequence[Case]) -> set[frozenset[str]]:
        """The tests of each group, by the ends of their names."""
        groups: dict[object, set[str]] = {}
        for case in cases:
            assert case.worth
            groups.setdefault(case.worth.groups[-1].name, set()).add(_name(case))
        return {frozenset(each) for each in groups.values()}

    def plain(name: str) -> str:
        """The name without the folders of its group."""
        return name.split("/", 2)[2] if name.startswith("secret/") else name.replace("/", "-")

    with back(drawn, target) as (problem, again):
        one, two = (
            {plain(name): each for name, each in counted(cases).items()}
            for cases in (problem.cases, again.cases)
        )
        assert one == two
        assert {frozenset(map(plain, each)) for each in together(problem.cases)} == {
            frozenset(map(plain, each)) for each in together(again.cases)
        }


@settings(max_examples=25)
@given(st.booleans().flatmap(lambda points: problems(points=points)))
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_a_package_that_came_in_goes_out_as_it_was(target: str, drawn: Drawn) -> None:
    with back(drawn, target) as (problem, again):
        before, after = (
            {name: whole(content) for name, content in TARGETS[target](each).files.items()}
            for each in (problem, arrived(again))
        )
        # Folders say less of a program than what was known of it, and ask for it in other words.
        for files in (before, after):
            files.pop("submissions/submissions.yaml", None)
            if "groups" not in drawn.sheet:
                files.pop("data/testdata.yaml", None)
        assert after == before


@settings(max_examples=25)
@given(problems())
def test_a_package_of_polygon_holds_the_problem_but_for_the_names_of_its_tests(drawn: Drawn) -> None:
    with back(drawn, "polygon") as (problem, again):
        assert [*contents(again.cases).values()] == [*contents(problem.cases).values()]
        assert {(case.limits, case.problem) for case in again.cases} == {(problem.limits, problem.title)}
        own = {name: each.worst for name, each in wanted(problem).items()}
        found = {name: each.worst for name, each in wanted(arrived(again)).items()}
        assert found.keys() == own.keys()
        # Of a run-time error its tags say that it is rejected.
        assert {name: found[name] for name in found if own[name] != "RTE"} == {
            name: each for name, each in own.items() if each != "RTE"
        }


@settings(max_examples=25)
@given(problems())
def test_a_plain_folder_holds_the_tests_to_the_byte(drawn: Drawn) -> None:
    with back(drawn, "folder") as (_, again):
        assert contents(again.cases) == drawn.tests
