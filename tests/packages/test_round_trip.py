"""A problem that is exported and imported again is the same, except for the reported losses."""

import re
import string
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers import write_files, write_project
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import load
from judge.cases.tests import make_own_test
from judge.checkers.decision import compare_output
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.programs import CheckerProgram, Solution
from judge.model.verdicts import Verdict
from judge.packages.imports import Import, open_import
from judge.packages.out.cms_points import arrange_subtasks
from judge.packages.out.expectations import Expectation, summarize
from judge.packages.out.names import make_plain
from judge.packages.out.parts import ExportedPackage
from judge.packages.out.problem import Problem, load_problem
from judge.packages.out.targets import TARGETS
from judge.packages.out.writer import write_package
from judge.platform.errors import listed
from judge.platform.files import whole
from judge.yaml.text import dumped

NAMES = ("1", "2", "10", "sample", "Sample-2", "deep/3", "x_y.z")
TEXT = st.text("aA1. \r\n", max_size=8).map(str.encode) | st.binary(max_size=8)
# Bytes that end a word for Kattis's default validator, but not for every rule.
ODD = re.compile(rb"[\0\v\f]")
TIMES, SIZES = ("500ms", "1s", "2500ms", "20s"), ("64MiB", "300MiB", "1GiB")
RULES = ("exact", "kattis", "tokens", "float 0.5", "float rel 1e-3")
VERDICTS = ("AC", "WA", "TLE", "RE")
FOLDERS = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")

CPP, TESTLIB = '#include "a.h"\nint main() {}\n', '#include "testlib.h"\n#include "b.h"\nint main() {}\n'
HEADERS = {"a.h": "// a\n", "b.h": "// b\n"}
WHOLE = {"output_validators/v/main.py": "import other\n", "output_validators/v/other.py": "# other\n"}
# Deciders, by the keys of a case file and the files next to the tests.
DECIDERS: Mapping[str, tuple[dict[str, object], dict[str, str]]] = {
    "checker of Kattis": (
        {"checker": "my check.cpp", "protocol": "kattis"},
        {"my check.cpp": CPP, **HEADERS},
    ),
    "checker of several files": ({"checker": "output_validators"}, WHOLE),
    "interactor of Kattis": ({"interactor": "talk.py", "protocol": "kattis"}, {"talk.py": "# talk\n"}),
    "several passes": ({"checker": "c.py", "protocol": "kattis", "passes": 2}, {"c.py": "# passes\n"}),
    "checker of testlib": ({"checker": "check it.cpp"}, {"check it.cpp": TESTLIB, **HEADERS}),
    "interactor of testlib": ({"interactor": "talk.cpp"}, {"talk.cpp": TESTLIB, **HEADERS}),
    "both of testlib": (
        {"interactor": "talk.cpp", "checker": "check.cpp"},
        {"talk.cpp": TESTLIB, "check.cpp": f"// checks\n{TESTLIB}", **HEADERS},
    ),
    "manager of CMS": ({"interactor": "manager.cpp"}, {"manager.cpp": CPP, **HEADERS}),
}
OF_TESTLIB = [name for name in DECIDERS if name.endswith("testlib")]
OF_KATTIS = ["checker of Kattis", "checker of several files", "interactor of Kattis"]
SAID = {
    "kattis": [*OF_TESTLIB, *OF_KATTIS],
    "icpc": [*OF_TESTLIB, *OF_KATTIS, "several passes"],
    "polygon": OF_TESTLIB,
    "cms": ["checker of testlib", "interactor of testlib", "manager of CMS"],
    "dmoj": ["checker of testlib"],
    "library-checker": ["checker of testlib"],
    "folder": [*OF_TESTLIB, "checker of Kattis", "checker of several files", "manager of CMS"],
}
# Input validators, each by its files.
VALIDATORS = (
    {"one.py": "# one\n"},
    {"two/two.cpp": CPP, "two/a.h": HEADERS["a.h"]},
    {"three.cpp": f"// three\n{TESTLIB}", "b.h": HEADERS["b.h"]},
    {"four/main.cpp": f"// four\n{TESTLIB}", "four/b.h": HEADERS["b.h"]},
    {"five/main.cpp": f"// five\n{CPP}", "five/a.h": HEADERS["a.h"]},
    {"six/main.cpp": f"// six\n{CPP}", "six/a.h": HEADERS["a.h"]},
)


@dataclass
class Drawn:
    """The files of a problem to create: tests, a case file, programs, and tools next to the tests."""

    tests: Mapping[str, tuple[bytes, bytes]]
    sheet: Mapping[str, object]
    programs: Mapping[str, str]
    tools: Mapping[str, str]


@st.composite
def problems(draw: st.DrawFn, target: str, *, points: bool = False) -> Drawn:
    """Such as the target can say."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    decider, tools = draw(
        st.sampled_from(RULES).map(lambda rule: ({"compare": rule}, {}))
        | st.sampled_from(SAID[target]).map(DECIDERS.__getitem__)
    )
    sheet: dict[str, object] = {
        "problem": draw(st.text(string.ascii_letters + "&\\ß$", min_size=1, max_size=9)),
        "time": draw(st.sampled_from(TIMES)),
        "memory": draw(st.sampled_from(SIZES)),
        "output_limit": "64MiB",
        **decider,
    }
    if tools and target in ("kattis", "icpc"):
        sheet["checker_flags"] = draw(st.sampled_from(["", "fast 3"]))
    for validator in draw(st.lists(st.sampled_from(VALIDATORS), unique_by=id)):
        tools = tools | {f"input_validators/{name}": source for name, source in validator.items()}
    if points:
        group = st.fixed_dictionaries(
            {"points": st.integers(0, 60).map(float), "count": st.sampled_from(["sum", "min"])}
        )
        patterns = [["*"], names]
        if 0 < sum(len(name) == 1 for name in names) < len(names):
            patterns.append(["?", "*"])
        sheet["groups"] = {pattern: draw(group) for pattern in draw(st.sampled_from(patterns))}
    programs = {"accepted/right.cpp": "int main() {}\n"}
    for number, folder in enumerate(draw(st.lists(st.sampled_from(FOLDERS), max_size=3))):
        programs[f"{folder}/p{number}.cpp"] = "// a program\nint main() {}\n"
    for number in range(draw(st.integers(0, 2))):
        verdicts = {f"it/{name}": draw(st.sampled_from(VERDICTS)) for name in names}
        facts = ", ".join(f'"{case}": {verdict}' for case, verdict in verdicts.items())
        programs[f"f{number}.cpp"] = f"// judge: {{expect: {{{facts}}}}}\nint main() {{}}\n"
    return Drawn({name: (draw(TEXT), draw(TEXT)) for name in names}, sheet, programs, tools)


@contextmanager
def back(drawn: Drawn, target: str) -> Iterator[tuple[Problem, Import | Loaded]]:
    """Return the original problem and the imported one. A plain folder is judged in place."""
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        root = Path(place)
        (root / "include").mkdir()
        (root / "include" / "testlib.h").write_text("// testlib\n")
        patch.setenv("CPATH", str(root / "include"))
        write_project(root, solutions={f"it/{name}": text for name, text in drawn.programs.items()}, cases={})
        (root / "cases" / "it.yaml").write_text(dumped({**drawn.sheet}))
        files: dict[str, str | bytes] = {**drawn.tools}
        for name, (asked, answer) in drawn.tests.items():
            files |= {f"{name}.in": asked, f"{name}.ans": answer}
        write_files(root / "cases" / "it", files)
        found = load(root)
        problem = load_problem(found.project, found.cases, found.solutions)
        write_package(TARGETS[target](problem).files, root / "again")
        if target == "folder":
            patch.chdir(root / "again")
            yield problem, load()
        else:
            with open_import(root / "again", "it") as again:
                yield problem, again


def contents(cases: Sequence[Case]) -> dict[str, tuple[bytes, bytes]]:
    """Input and answer of each test, by its name."""
    return {_name(case): (whole(case.input), whole(case.answer or b"")) for case in cases}


def _name(case: Case) -> str:
    return case.id.partition("/")[2]


def samples_first(cases: Sequence[Case]) -> list[Case]:
    """The tests in the order of a package of Polygon."""
    return sorted(cases, key=lambda case: not _name(case).rpartition("/")[2].lower().startswith("sample"))


def placed(name: str, names: Collection[str]) -> str:
    """Return the path of a test in a package of Kattis or the ICPC."""
    samples = {each for each in names if each.rpartition("/")[2].lower().startswith("sample")}
    return f"{'sample' if name in samples < {*names} else 'secret'}/{name}"


def wanted(problem: Problem) -> dict[str, Expectation]:
    """Return the expectation of each program by its name."""
    return {Path(one.name).name: summarize(one.solution, problem) for one in problem.programs}


def arrived(again: Import | Loaded) -> Problem:
    return load_problem(again.project, again.cases, again.solutions)


def is_accepted(case: Case, output: bytes) -> bool:
    return compare_output(make_own_test(case), output).verdict is Verdict.AC


def is_read_alike(case: Case, other: Case) -> bool:
    """Return whether both accept the answer as Kattis's default validator reads it. The other always does."""
    if case.checker or case.interactor:
        return True
    answer = whole(case.answer or b"")
    read = re.sub(rb"\0[^ \t\n\v\f\r]*", b"\0!", answer).translate(bytes.maketrans(b"\v\f", b"  "))
    assert is_accepted(other, read), (other.compare, answer)
    return is_accepted(case, read)


def assert_decided_alike(case: Case, other: Case) -> None:
    """The same outputs are accepted on both, where no program decides.

    Of outputs with odd bytes the other may accept more.
    """
    if case.checker or case.interactor:
        return
    for output in (whole(case.answer or b""), b"", b"a A", b"1", b"1.0 \n", whole(case.input)):
        one, two = is_accepted(case, output), is_accepted(other, output)
        assert one == two or (two and ODD.search(output)), (case.compare, other.compare, case.answer, output)


def deciders(case: Case) -> list[CheckerProgram]:
    return [each for each in (case.interactor, case.checker) if each]


def sources(program: Solution) -> set[bytes]:
    """Return the parts of a program."""
    return {whole(stored) for stored in program.files}


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
@pytest.mark.parametrize("target", TARGETS)
def test_who_decides_and_who_validates_goes_along_whole_by_names_that_packages_allow(
    target: str, data: st.DataObject
) -> None:
    with back(data.draw(problems(target)), target) as (problem, again):
        parts = {part for path in TARGETS[target](problem).files for part in path.split("/")}
        assert {part for part in parts if make_plain(part) != part} <= {".timelimit"}
        own, found = problem.cases[0], again.cases[0]
        assert bool(own.interactor) == bool(found.interactor)
        assert own.passes == found.passes
        for one, two in zip(deciders(own)[-1:], deciders(found)[-1:], strict=False):
            assert one.arguments == two.arguments
        if target in ("polygon", "folder") and deciders(own):
            assert [each.protocol for each in deciders(own)] == [each.protocol for each in deciders(found)]
        else:
            protocols = {"cms"} if target == "cms" else {"kattis", "testlib"}
            assert {each.protocol for each in deciders(found)} <= protocols
        theirs = set[bytes]().union(*(sources(each.program) for each in deciders(found)))
        # An import of library-checker takes only headers that are included.
        theirs |= {HEADERS["a.h"].encode()} if target == "library-checker" else set()
        assert all(sources(each.program) <= theirs for each in deciders(own))
        if target in ("cms", "dmoj", "library-checker"):
            # They have none, at most one, or an import takes them for generators.
            return
        validators = [sources(each.solution) for each in arrived(again).validators]
        for each in problem.validators:
            assert any(sources(each.solution) <= other for other in validators)
        assert len(validators) == len(problem.validators) or not problem.validators


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_packages_of_kattis_and_of_the_icpc_hold_the_problem(target: str, data: st.DataObject) -> None:
    drawn = data.draw(problems(target))
    with back(drawn, target) as (problem, again):
        places = {name: placed(name, drawn.tests) for name in drawn.tests}
        assert contents(again.cases) == {places[name]: each for name, each in drawn.tests.items()}
        assert {(case.limits, case.title) for case in again.cases} == {(problem.limits, problem.title)}
        assert arrived(again).uuid == problem.uuid
        cases = {_name(case): case for case in again.cases}
        pairs = [(case, cases[places[_name(case)]]) for case in problem.cases]
        odd = [case.id for case, other in pairs if not is_read_alike(case, other)]
        notes = [line for line in TARGETS[target](problem).left if "reads otherwise" in line]
        assert [note.endswith(f": {listed(odd)}") for note in notes] == [True] * bool(odd)
        for case, other in pairs:
            if case.id not in odd:
                assert_decided_alike(case, other)


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("kattis"))
def test_a_package_of_kattis_says_of_each_program_the_worst_that_it_gets(drawn: Drawn) -> None:
    with back(drawn, "kattis") as (problem, again):
        found = {name: each.worst for name, each in wanted(arrived(again)).items()}
        assert found == {name: each.worst for name, each in wanted(problem).items()}


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("icpc"))
def test_a_package_of_the_icpc_says_of_each_program_what_it_gets_on_each_test(drawn: Drawn) -> None:
    with back(drawn, "icpc") as (problem, again):
        found = wanted(arrived(again))
        assert found.keys() == wanted(problem).keys()
        for name, own in wanted(problem).items():
            ids = {case: f"it/{placed(case.partition('/')[2], drawn.tests)}" for case in own.verdicts}
            assert found[name].verdicts == {ids[case]: each for case, each in own.verdicts.items()}
            assert {*own.required} <= {*found[name].required}


def together(cases: Sequence[Case], name: Callable[[Case], str]) -> dict[frozenset[str], float]:
    """The tests of each group by their names, and what all of them count together."""
    groups: dict[object, set[str]] = {}
    points: dict[object, float] = {}
    for case in cases:
        if case.worth and case.worth.points:
            group = case.worth.groups[-1]
            groups.setdefault(group.name, set()).add(name(case))
            before = points.get(group.name, 0.0) if group.count == "sum" else 0.0
            points[group.name] = before + case.worth.points
    return {frozenset(names): round(points[group], 6) for group, names in groups.items()}


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_groups_count_as_they_did(target: str, data: st.DataObject) -> None:
    def own_name(case: Case) -> str:
        """The name without the folders of its group, or of samples."""
        name = _name(case)
        if name.startswith("secret/"):
            return name.split("/", 2)[2]
        return name.removeprefix("sample/").replace("/", "-")

    def counted(cases: Sequence[Case]) -> dict[str, tuple[str, float]]:
        worths = {own_name(case): case.worth for case in cases}
        return {
            name: (each.groups[-1].count, each.points) if each and each.points else ("", 0)
            for name, each in worths.items()
        }

    with back(data.draw(problems(target, points=True)), target) as (problem, again):
        assert counted(problem.cases) == counted(again.cases)
        assert together(problem.cases, own_name) == together(again.cases, own_name)


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("polygon", points=True))
def test_groups_of_a_package_of_polygon_count_as_they_did(drawn: Drawn) -> None:
    with back(drawn, "polygon") as (problem, again):
        numbers = {case.id: str(number) for number, case in enumerate(samples_first(problem.cases), 1)}
        own = together(problem.cases, lambda case: numbers[case.id])
        assert own == together(again.cases, lambda case: str(int(_name(case).rpartition("/")[2])))


def score(cases: Sequence[Case], accepted: Collection[int]) -> float:
    """The points of the tests with these places, where tests count by themselves or with their group."""
    points, failed = 0.0, set[str]()
    groups: dict[str, float] = {}
    for at, case in enumerate(cases):
        assert case.worth
        group = case.worth.groups[-1]
        if group.count == "min":
            groups[group.name] = case.worth.points
            failed |= set() if at in accepted else {group.name}
        elif at in accepted:
            points += case.worth.points
    return points + sum(own for name, own in groups.items() if name not in failed)


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("cms", points=True), st.data())
def test_a_task_of_cms_counts_as_the_problem_whichever_tests_are_accepted(
    drawn: Drawn, data: st.DataObject
) -> None:
    with back(drawn, "cms") as (problem, again):
        package = ExportedPackage(problem)
        cases = arrange_subtasks(package).cases
        assert [whole(case.input) for case in cases] == [whole(case.input) for case in again.cases]
        if not cases[0].interactor:
            assert [*contents(cases).values()] == [*contents(again.cases).values()]
        assert {(case.limits, case.title) for case in again.cases} == {(problem.limits, problem.title)}
        if any(case.worth and case.worth.points for case in cases):
            accepted = data.draw(st.sets(st.integers(0, len(cases) - 1)))
            assert score(again.cases, accepted) == pytest.approx(score(cases, accepted))


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_a_package_that_came_in_goes_out_as_it_was(target: str, data: st.DataObject) -> None:
    drawn = data.draw(problems(target, points=data.draw(st.booleans())))
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


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("polygon"))
def test_a_package_of_polygon_holds_the_problem_but_for_the_names_of_its_tests(drawn: Drawn) -> None:
    with back(drawn, "polygon") as (problem, again):
        assert [*contents(again.cases).values()] == [*contents(samples_first(problem.cases)).values()]
        assert {(case.limits, case.title) for case in again.cases} == {(problem.limits, problem.title)}
        own = {name: each.worst for name, each in wanted(problem).items()}
        found = {name: each.worst for name, each in wanted(arrived(again)).items()}
        assert found.keys() == own.keys()
        # Of a run-time error its tags say that it is rejected.
        assert {name: found[name] for name in found if own[name] != "RTE"} == {
            name: each for name, each in own.items() if each != "RTE"
        }


@pytest.mark.slow
@settings(max_examples=25)
@given(problems("folder"))
def test_a_plain_folder_holds_the_tests_to_the_byte(drawn: Drawn) -> None:
    with back(drawn, "folder") as (_, again):
        assert contents(again.cases) == drawn.tests
