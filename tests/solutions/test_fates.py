"""Folders say what a program gets: some test has that verdict, and none a worse one."""

import json
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, make_case, make_result, make_solution, run_here, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.points import Group, Worth
from judge.model.programs import Solution
from judge.model.verdicts import Verdict, allowed_by
from judge.scoring.unmet import unmet
from judge.show.failures import describe_unmet as owed_in_words
from judge.solutions.fates import find_fate
from judge.solutions.placement import collect_problems, find_place

AC, NA, PE, WA, OLE, MLE, TLE, ILE, RE, CE, JE, SK = Verdict
ACCEPTED = ((AC,), ())


@pytest.mark.parametrize(
    ("folder", "allowed"),
    [
        ("compiler_error", (CE,)),
        ("Compile-Error", (CE,)),
        ("CE", (CE,)),
        ("compiler_error_or_wrong_answer", (AC, WA, CE)),
    ],
)
def test_a_folder_may_say_that_a_program_does_not_compile(folder: str, allowed: tuple[Verdict, ...]) -> None:
    fate = find_fate(f"{folder}/a.cpp")
    assert allowed_by(fate.rules, "any") == allowed
    assert fate.required == (tuple(one for one in allowed if one is not AC),)


@pytest.mark.parametrize(
    ("name", "worst", "required"),
    [
        ("accepted/a.py", AC, ()),
        ("wrong_answer/a.py", WA, ((WA,),)),
        ("wrong-answer/a.py", WA, ((WA,),)),
        ("WrongAnswer/a.py", WA, ((WA,),)),
        ("WA/a.py", WA, ((WA,),)),
        ("two-sums/wa/deep/a.py", WA, ((WA,),)),
        ("accepted/wa/a.py", WA, ((WA,),)),
        ("wa/accepted/a.py", AC, ()),
        ("time_limit_exceeded/a.py", ILE, ((TLE, ILE),)),
        ("TLE/a.py", ILE, ((TLE, ILE),)),
        ("run_time_error/a.py", RE, ((RE, MLE, OLE),)),
        ("runtime_error/a.py", RE, ((RE, MLE, OLE),)),
        ("RUN-TIME-ERROR/a.py", RE, ((RE, MLE, OLE),)),
        ("RTE/a.py", RE, ((RE, MLE, OLE),)),
        ("re/a.py", RE, ((RE, MLE, OLE),)),
        ("mle/a.py", MLE, ((MLE,),)),
        ("memory limit exceeded/a.py", MLE, ((MLE,),)),
        ("OLE/a.py", OLE, ((OLE,),)),
        ("pe/a.py", PE, ((PE,),)),
        ("presentation_error/a.py", PE, ((PE,),)),
        ("partially_accepted/a.py", RE, ((AC,), (PE, WA, OLE, MLE, TLE, ILE, RE))),
        ("rejected/a.py", RE, ((PE, WA, OLE, MLE, TLE, ILE, RE),)),
        ("unknown/a.py", RE, ()),
        ("wa.py", AC, ()),
        ("anna/a.py", AC, ()),
        ("wrong_answers/a.py", AC, ()),
    ],
)
def test_the_inmost_folder_that_names_a_verdict_says_what_is_expected(
    name: str, worst: Verdict, required: tuple[tuple[Verdict, ...], ...]
) -> None:
    fate = find_fate(name)
    assert fate.required == required
    up_to = [*Verdict][: [*Verdict].index(worst) + 1]
    assert list(fate.allowed) == [verdict for verdict in up_to if verdict is not NA]


@pytest.mark.parametrize(
    ("folder", "fate"),
    [
        ("time_limit_exceeded_or_accepted", ((AC, TLE, ILE), ())),
        ("accepted-or-TLE", ((AC, TLE, ILE), ())),
        ("time_limit_exceeded_or_memory_limit_exceeded", ((AC, MLE, TLE, ILE), ((MLE, TLE, ILE),))),
        ("wa or tle or re", ((AC, WA, OLE, MLE, TLE, ILE, RE), ((WA, OLE, MLE, TLE, ILE, RE),))),
        ("wrong_answer_or_else", ACCEPTED),
        ("or", ACCEPTED),
    ],
)
def test_a_folder_may_name_several(folder: str, fate: tuple[object, object]) -> None:
    found = find_fate(f"{folder}/a.py")
    assert (found.allowed, found.required) == fate


def test_brute_force_is_never_wrong_and_fails_somewhere() -> None:
    fate = find_fate("brute_force/a.py")
    assert fate == ((AC, OLE, MLE, TLE, ILE, RE), ((TLE, ILE, RE, MLE, OLE),), False)


def test_a_folder_that_names_a_verdict_names_no_problem() -> None:
    problems = collect_problems([make_case(id="wa/1"), make_case(id="sum/1")])
    assert find_place("sum/wa/a.py", "", (), problems).problems == ("sum",)
    with pytest.raises(ValueError, match="expected the name of a problem"):
        find_place("wa/a.py", "", (), problems)


def solution_in(folder: str, **expect: Verdict) -> Solution:
    fate = find_fate(f"{folder}/a.py")
    return replace(make_solution(name="a.py", expect=expect), rules=fate.rules)


FOLDERS = (
    "accepted",
    "wa",
    "tle",
    "rte",
    "pe",
    "mle",
    "ole",
    "partially_accepted",
    "rejected",
    "tle_or_accepted",
    "mle_or_wa",
)


@given(
    folder=st.sampled_from(FOLDERS),
    verdicts=st.lists(st.sampled_from([*Verdict]), min_size=1, max_size=5),
    missing=st.booleans(),
)
def test_the_rule_of_packages_holds_of_whatever_was_seen(
    folder: str, verdicts: list[Verdict], missing: bool
) -> None:
    """A solution is as expected with a required verdict and no worse one; `unknown` states nothing."""
    solution = solution_in(folder)
    cases = [make_case(id=f"sum/{number}") for number in range(len(verdicts) + missing)]
    results = [
        make_result(case=case.id, solution="a.py", verdict=verdict, expected=solution.expected(case.id))
        for case, verdict in zip(cases, verdicts, strict=False)
    ]
    fate = find_fate(f"{folder}/a.py")
    assert [result.as_expected for result in results] == [
        None if verdict is SK else verdict in fate.allowed or (verdict is NA and AC in fate.allowed)
        for verdict in verdicts
    ]
    owing = unmet([solution], cases, results)
    assert owing == unmet([solution], reversed(cases), reversed(results))
    if missing or NA in verdicts or not all(result.as_expected for result in results):
        assert not owing
    else:
        assert [each.verdicts for each in owing] == [
            some for some in fate.required if not set(some) & set(verdicts)
        ]


def test_a_fact_that_names_a_case_speaks_instead_of_the_folder() -> None:
    solution = solution_in("wa", **{"sum/1": TLE})
    assert solution.expected("sum/1") == (TLE,)
    assert solution.expected("sum/2") == (AC, PE, WA)
    cases = [make_case(id=f"{problem}/{number}") for problem in ("sum", "max") for number in (1, 2)]
    results = [
        make_result(
            case=case.id,
            solution="a.py",
            verdict=TLE if case.id == "sum/1" else AC,
            expected=solution.expected(case.id),
        )
        for case in cases
    ]
    assert [(each.problem, each.verdicts) for each in unmet([solution], cases, results)] == [("max", (WA,))]


@pytest.mark.parametrize(
    ("points", "owed"),
    [((0, 0), ["0 of 100 points"]), ((50, 0), []), ((20, 30), []), ((50, 50), ["100 of 100 points"])],
)
def test_partially_accepted_is_who_has_a_part_of_the_points(points: tuple[int, int], owed: list[str]) -> None:
    solution = solution_in("partially_accepted")
    cases = [make_case(id=f"sum/{number}") for number in (1, 2)]
    results = [
        replace(
            make_result(
                case=case.id,
                solution="a.py",
                verdict=AC if own == 50 else WA,
                expected=solution.expected(case.id),
            ),
            points=own,
            worth=Worth(points=50, groups=(Group(name="sum"),)),
        )
        for case, own in zip(cases, points, strict=True)
    ]
    found = unmet([solution], cases, results)
    assert [str(each.score) for each in found] == owed
    assert all("expected a part of the points, got" in owed_in_words(each).plain for each in found)


TWO = A_PLUS_B + "  - id: large\n    input: |\n      5 6\n    output: |\n      11\n"
WRONG_ON_LARGE = "n = sum(map(int, input().split()))\nprint(n if n < 10 else 0)\n"
ALWAYS_RIGHT = ADDS.partition("\n")[2]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A right program, one that is wrong on one of two cases, and one that its folder slanders."""
    return write_project(
        tmp_path,
        solutions={
            "accepted/a.py": ALWAYS_RIGHT,
            "wrong_answer/b.py": WRONG_ON_LARGE,
            "partially_accepted/c.py": WRONG_ON_LARGE,
            "wrong_answer/slandered.py": ALWAYS_RIGHT,
        },
        cases={"sum.yaml": TWO},
    )


OWED = "wrong_answer/slandered.py on sum: expected WA on some test, got AC"


def test_who_is_as_its_folder_says_is_as_expected(package: Path) -> None:
    words = ["accepted", "wrong_answer/b", "partially_accepted"]
    done = run_here("run", *words, "--json", "out.json", cwd=package)
    assert done.returncode == 0
    assert "3 solutions x 2 cases: 6 as expected\n" in done.stdout
    assert json.loads((package / "out.json").read_bytes())["unmet"] == []


def test_who_is_not_is_told_in_the_row_in_a_line_and_by_the_exit_code(package: Path) -> None:
    done = run_here("run", "--json", "out.json", cwd=package, env={"COLUMNS": "120"})
    assert done.returncode == 1
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("wrong_answer/slandered.py  ")]
    assert row.rstrip().endswith("not as stated")
    assert OWED in done.stdout.splitlines()
    assert "4 solutions x 2 cases: 8 as expected, 1 solution not as stated\n" in done.stdout
    assert json.loads((package / "out.json").read_bytes())["unmet"] == [
        {
            "solution": "wrong_answer/slandered.py",
            "problem": "sum",
            "expected": ["WA"],
            "tests": [],
            "points": None,
            "got": None,
            "message": "",
        }
    ]


@pytest.mark.parametrize("words", [["--case", "sum/small"], ["--case", "sum/small", "slandered"]])
def test_of_some_cases_nothing_is_claimed_that_they_cannot_tell(package: Path, words: list[str]) -> None:
    done = run_here("run", *words, cwd=package)
    assert done.returncode == 0
    assert "on some test" not in done.stdout


def test_facts_are_written_where_folders_are_wrong_and_then_all_is_as_expected(package: Path) -> None:
    before = {path: path.read_bytes() for path in (package / "solutions").rglob("*.py")}
    (package / "solutions" / "accepted" / "a.py").write_text(WRONG_ON_LARGE)
    done = run_here("run", "--update-expectations", "--yes", cwd=package)
    assert done.returncode == 1
    after = {path.name: path.read_text() for path in before}
    assert after["a.py"] == f"# judge: {{expect: {{sum/large: WA}}}}\n{WRONG_ON_LARGE}"
    assert after["slandered.py"] == f"# judge: {{expect: {{sum: AC}}}}\n{ALWAYS_RIGHT}"
    assert after["b.py"] == after["c.py"] == WRONG_ON_LARGE
    assert run_here("run", cwd=package).returncode == 0


def test_a_limit_should_stop_who_is_in_a_folder_of_slow_ones(tmp_path: Path) -> None:
    spins = "while True:\n    pass\n"
    cases = A_PLUS_B.replace("10s", "100ms")
    write_project(
        tmp_path, solutions={"tle/spins.py": spins, "a.py": ALWAYS_RIGHT}, cases={"sum.yaml": cases}
    )
    done = run_here("limits", cwd=tmp_path)
    assert done.returncode == 0
    rows = [" ".join(line.split()[:3]) for line in done.stdout.splitlines()]
    assert "tle/spins.py too slow" in rows
    assert "a.py in time" in rows
