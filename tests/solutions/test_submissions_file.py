"""`submissions.yaml` says what programs are to get, in the words of packages of the ICPC."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from documents import CASES, blocks
from helpers import A_PLUS_B, ADDS, make_case, make_result, run_here, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.points import Group, Worth
from judge.model.programs import CheckerProgram, Solution
from judge.model.verdicts import SEEN, Rule, Verdict, allowed_by
from judge.scoring.unmet import unmet
from judge.show.failures import describe_unmet as in_words
from judge.solutions.loader import find_ignored_programs, read_solutions
from judge.solutions.placement import collect_problems
from judge.solutions.submissions_file import SubmissionsFile

AC, NA, PE, WA, OLE, MLE, TLE, ILE, RE, CE, JE, SK = Verdict
MEANT = {"AC": {AC}, "WA": {WA, PE}, "TLE": {TLE, ILE}, "RTE": {RE, MLE, OLE}}
TESTS = ("sample/1", "secret/1-easy", "secret/2-hard", "secret/group/1", "secret/group/2")


def meant(*words: str) -> tuple[Verdict, ...]:
    """Return the verdicts that the words of the standard mean, in order."""
    return tuple(verdict for verdict in SEEN if any(verdict in MEANT[word] for word in words))


ALL = meant("AC", "WA", "TLE", "RTE")


def read(root: Path, sheet: str, *programs: str, tests: tuple[str, ...] = TESTS) -> dict[str, Solution]:
    """Return the programs of the problem `p` with this file next to their folders, by path."""
    write_files(root / "p", {**dict.fromkeys(programs, "print(input())\n"), "submissions.yaml": sheet})
    problems = collect_problems([make_case(id=f"p/{test}") for test in tests])
    return {one.name.removeprefix("p/"): one for one in read_solutions(root, problems)}


def allowed(solution: Solution) -> dict[str, tuple[Verdict, ...]]:
    return {test: allowed_by(solution.rules, test) for test in TESTS}


def told(solution: Solution) -> list[str]:
    """The faults of a program, without the folder of the sheet."""
    return [str(fault).rpartition("/p/")[2] for fault in solution.faults]


@pytest.mark.parametrize(
    ("folder", "permitted", "required", "bounds"),
    [
        ("accepted", ["AC"], [], "lower"),
        ("rejected", ["AC", "WA", "TLE", "RTE"], ["WA", "TLE", "RTE"], ""),
        ("wrong_answer", ["AC", "WA"], ["WA"], "lower"),
        ("time_limit_exceeded", ["AC", "TLE"], ["TLE"], "upper"),
        ("run_time_error", ["AC", "RTE"], ["RTE"], "lower"),
        ("brute_force", ["AC", "TLE", "RTE"], ["TLE", "RTE"], ""),
    ],
)
@pytest.mark.parametrize("sheet", ["", "'*/a.py': {authors: Anna <a@b.example>, model_solution: true}\n"])
def test_the_folders_of_a_package_say_what_the_standard_says(
    tmp_path: Path, sheet: str, folder: str, permitted: list[str], required: list[str], bounds: str
) -> None:
    (rule,) = read(tmp_path, sheet, f"{folder}/a.py")[f"{folder}/a.py"].rules
    assert rule.allowed == meant(*permitted)
    assert {*rule.required} == {*meant(*required)}
    assert rule.bounds == bounds


def test_an_entry_of_a_folder_changes_what_it_states_and_inherits_the_rest(tmp_path: Path) -> None:
    sheet = "time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n"
    (rule,) = read(tmp_path, sheet, "time_limit_exceeded/a.py")["time_limit_exceeded/a.py"].rules
    assert (rule.allowed, rule.required) == (meant("AC", "WA", "TLE"), (TLE, ILE))


def test_an_entry_of_what_is_in_a_folder_comes_beside_what_the_folder_says(tmp_path: Path) -> None:
    sheet = "time_limit_exceeded/*:\n  permitted: [AC, WA, TLE]\n"
    solution = read(tmp_path, sheet, "time_limit_exceeded/a.py")["time_limit_exceeded/a.py"]
    assert allowed_by(solution.rules, "secret/1") == meant("AC", "TLE")


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ("", (AC,)),
        ("mixed/a.py: {authors: Anna}\n", (AC,)),
        ("mixed: {authors: Anna}\n", ALL),
        ("mixed/: {}\n", ALL),
        ("mixed: {permitted: [AC, RTE]}\n", meant("AC", "RTE")),
    ],
)
def test_a_folder_of_another_name_says_what_its_entry_says(
    tmp_path: Path, sheet: str, expected: tuple[Verdict, ...]
) -> None:
    solution = read(tmp_path, sheet, "mixed/a.py")["mixed/a.py"]
    assert solution.expected("p/secret/1") == expected


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("mixed", {"mixed/a.py", "mixed/b.cpp", "mixed/deep/a.py"}),
        ("mixed/*", {"mixed/a.py", "mixed/b.cpp", "mixed/deep/a.py"}),
        ("*/a.py", {"mixed/a.py", "other/a.py"}),
        ("*/*.py", {"mixed/a.py", "other/a.py"}),
        ("mixed/deep", {"mixed/deep/a.py"}),
        ("{mixed,other}/a.py", {"mixed/a.py", "other/a.py"}),
        ("mixed/{a,b}.{py,cpp}", {"mixed/a.py", "mixed/b.cpp"}),
        ("mixed/{a.py,b{.c,}p}", {"mixed/a.py"}),
        ("mixed/b.{c{c,pp},cxx}", {"mixed/b.cpp"}),
        ("*", {"mixed/a.py", "mixed/b.cpp", "mixed/deep/a.py", "other/a.py"}),
        ("*.py", set()),
        ("mix*", {"mixed/a.py", "mixed/b.cpp", "mixed/deep/a.py"}),
    ],
)
def test_a_pattern_names_programs_part_by_part_and_folders_whole(
    tmp_path: Path, pattern: str, named: set[str]
) -> None:
    files = ("mixed/a.py", "mixed/b.cpp", "mixed/deep/a.py", "other/a.py")
    found = read(tmp_path, f"'{pattern}':\n  message: told\n", *files)
    assert {name for name, one in found.items() if one.rules[0].message} == named
    assert bool(find_ignored_programs(tmp_path)) == (not named)


SOLVES = """\
accepted/a.py:
  sample:
    permitted: [AC]
  secret/*-hard:
    permitted: [AC, TLE]
    required: [TLE]
  "secret/{1-easy,group}":
    permitted: [AC, WA]
accepted: {permitted: [AC, WA, TLE, RTE]}
"""


def test_what_is_said_of_tests_holds_of_them_and_of_groups_of_them(tmp_path: Path) -> None:
    solution = read(tmp_path, SOLVES, "accepted/a.py")["accepted/a.py"]
    assert allowed(solution) == {
        "sample/1": (AC,),
        "secret/1-easy": meant("AC", "WA"),
        "secret/2-hard": meant("AC", "TLE"),
        "secret/group/1": meant("AC", "WA"),
        "secret/group/2": meant("AC", "WA"),
    }
    assert [(rule.tests, rule.bounds) for rule in solution.rules if rule.bounds] == [
        (("sample",), "lower"),
        (("secret/*-hard",), "upper"),
        (("secret/1-easy", "secret/group"), "lower"),
    ]


@pytest.mark.parametrize(
    ("limit", "bounds"),
    [
        ("true", ["upper"]),
        ("false", [""]),
        ("upper", ["", "upper"]),
    ],
)
def test_a_program_may_be_kept_from_the_time_limit(tmp_path: Path, limit: str, bounds: list[str]) -> None:
    sheet = f"time_limit_exceeded: {{use_for_time_limit: {limit}}}\n"
    solution = read(tmp_path, sheet, "time_limit_exceeded/a.py")["time_limit_exceeded/a.py"]
    assert [rule.bounds for rule in solution.rules] == bounds
    assert solution.expected("p/secret/1") == meant("AC", "TLE")


def test_who_bounds_a_time_limit_from_below_may_not_break_it(tmp_path: Path) -> None:
    sheet = "brute_force: {use_for_time_limit: lower}\n"
    solution = read(tmp_path, sheet, "brute_force/a.py")["brute_force/a.py"]
    assert [rule.bounds for rule in solution.rules] == ["", "lower"]
    assert solution.expected("p/secret/1") == meant("AC", "RTE")


def judged(
    solution: Solution, verdicts: Mapping[str, Verdict], checker: CheckerProgram | None = None, **more: object
) -> list[str]:
    """Return the unmet expectations after these verdicts on the tests, in words."""
    cases = [replace(make_case(id=f"p/{test}"), checker=checker) for test in verdicts]
    results = [
        replace(
            make_result(
                case=case.id,
                solution=solution.name,
                verdict=verdict,
                expected=solution.expected(case.id),
            ),
            **more,
        )
        for case, verdict in zip(cases, verdicts.values(), strict=True)
    ]
    return [in_words(each).plain.strip() for each in unmet([solution], cases, results)]


WORDS = st.lists(st.sampled_from(["AC", "WA", "TLE", "RTE"]), min_size=1, unique=True)


@given(permitted=WORDS, required=WORDS, seen=st.lists(st.sampled_from(SEEN), min_size=1, max_size=4))
def test_all_tests_are_permitted_and_some_is_required(
    tmp_path_factory: pytest.TempPathFactory, permitted: list[str], required: list[str], seen: list[Verdict]
) -> None:
    """The standard's two rules, for whatever sets; nothing is claimed of a program that broke the first."""
    sheet = f"m: {{permitted: [{', '.join(permitted)}], required: [{', '.join(required)}]}}\n"
    tests = tuple(f"secret/{number}" for number in range(len(seen)))
    solution = read(tmp_path_factory.mktemp("said"), sheet, "m/a.py", tests=tests)["m/a.py"]
    if not {*permitted} & {*required}:
        assert [*map(str, told(solution))] == [
            f"submissions.yaml:1: expected some of {', '.join(permitted)} as `required`,"
            f" got {', '.join(required)}"
        ]
        return
    assert solution.expected("p/secret/0") == meant(*permitted)
    owed = judged(solution, dict(zip(tests, seen, strict=True)))
    holds = not {*seen} <= {*meant(*permitted)} or bool({*seen} & {*meant(*required)})
    assert (owed == []) == holds


def test_what_is_owed_of_a_group_is_told_with_its_patterns(tmp_path: Path) -> None:
    solution = read(tmp_path, SOLVES, "accepted/a.py")["accepted/a.py"]
    verdicts = dict.fromkeys(TESTS, AC)
    owed = "p/accepted/a.py on p: expected TLE or ILE on some test of secret/*-hard, got AC"
    assert judged(solution, verdicts) == [owed]
    assert judged(solution, verdicts | {"secret/2-hard": ILE}) == []
    # Elsewhere it makes up for nothing.
    assert judged(solution, verdicts | {"secret/1-easy": TLE}) == [owed]


def test_a_message_is_looked_for_in_what_the_checker_says(tmp_path: Path) -> None:
    solution = read(tmp_path, "wrong_answer/*: {message: off by one}\n", "wrong_answer/a.py")
    program, verdicts = solution["wrong_answer/a.py"], {"sample/1": AC, "secret/1": WA}
    checker = CheckerProgram(program=program, protocol="kattis")
    assert judged(program, verdicts, checker, said=b"line 1: off by one\n") == []
    owed = "p/wrong_answer/a.py on p: expected the words 'off by one' on some test, got none"
    assert judged(program, verdicts, checker, said=b"Off by one") == [owed]
    assert judged(program, verdicts) == []


@pytest.mark.parametrize(
    ("said", "owed"),
    [
        ("score: 30", []),
        ("score: [30, 70.5]", []),
        ("score: 100", ["expected 100 points, got 30 of 100 points"]),
        ("secret/easy: {score: 30}", []),
        ("secret/hard: {score: [1, 70]}", ["expected 1 to 70 points of secret/hard, got 0 of 70 points"]),
        ("secret/*: {score: 0}", ["expected 0 points of secret/*, got 30 of 30 points"]),
        ("secret: {score: 30}", []),
        ("secret/easy/1: {score: 30}", ["expected 30 points of secret/easy/1, got none"]),
    ],
)
def test_a_score_is_that_of_the_whole_or_of_a_group(tmp_path: Path, said: str, owed: list[str]) -> None:
    tests = ("secret/easy/1", "secret/hard/1", "secret/hard/2")
    sheet = f"mixed:\n  permitted: [AC, WA]\n  {said}\n"
    solution = read(tmp_path, sheet, "mixed/a.py", tests=tests)["mixed/a.py"]
    assert told(solution) == []
    secret, cases = Group(name="secret"), [make_case(id=f"p/{test}") for test in tests]
    results = [
        replace(
            make_result(case=case.id, solution=solution.name, verdict=verdict, expected=(AC, WA)),
            points=points,
            worth=Worth(
                points=30 if "easy" in case.id else 70, groups=(secret, Group(name=name, count="min"))
            ),
        )
        for case, verdict, points, name in zip(
            cases, (AC, AC, WA), (30, 70, 0), ("secret/easy", "secret/hard", "secret/hard"), strict=True
        )
    ]
    found = [in_words(each).plain.strip() for each in unmet([solution], cases, results)]
    assert found == [f"p/mixed/a.py on p: {each}" for each in owed]


BROKEN = {
    "a list": ("- a\n", "1: expected a mapping from programs to what they are, got a list"),
    "no YAML": ("a: [\n", "2: expected YAML, got a fault: did not find expected node content"),
    "an entry that says nothing": ("wa: AC\n", "1: expected a mapping, got 'AC'"),
    "an unknown key": (
        "a.py:\n  premitted: [AC]\n",
        "2: expected one of the keys permitted, required, score and 8 more, got 'premitted';"
        " did you mean permitted?",
    ),
    "an unknown verdict": (
        "a.py:\n  permitted: [AC, PE]\n",
        "2: expected a list of some of AC, WA, TLE, RTE, got one with 'PE'",
    ),
    "no list": ("a.py: {required: TLE}\n", "1: expected a list of some of AC, WA, TLE, RTE, got 'TLE'"),
    "an empty list": (
        "a.py: {required: []}\n",
        "1: expected a list of some of AC, WA, TLE, RTE, got an empty list",
    ),
    "a score of words": (
        "a.py: {score: much}\n",
        "1: expected a score, or a list of the least and the most, got 'much'",
    ),
    "a range upside down": (
        "a.py: {score: [2, 1]}\n",
        "1: expected the least score before the most, got [2.0, 1.0]",
    ),
    "a limit": (
        "a.py: {use_for_time_limit: above}\n",
        "1: expected true, false, lower or upper, got 'above'",
    ),
    "a set of letters": (
        "'[ab].py': {}\n",
        "1: expected a pattern with `*` and `{a,b}` alone, got '[ab].py'",
    ),
    "two stars": ("'**/a.py': {}\n", "1: expected a pattern with `*` and `{a,b}` alone, got '**/a.py'"),
    "an open brace": ("'{a': {}\n", "1: expected a pattern with `*` and `{a,b}` alone, got '{a'"),
    "braces without end": (
        "'" + "{a,b}" * 11 + "': {}\n",
        "1: expected at most 1000 names in braces, got more: '" + "{a,b}" * 11 + "'",
    ),
    "a test that is not there": (
        "a.py:\n  secret/3: {permitted: [AC]}\n",
        "2: expected a pattern that matches one of the tests sample/1, secret/1-easy, secret/2-hard,"
        " secret/group/1, secret/group/2, got 'secret/3'; did you mean secret/1-easy?",
    ),
    "nothing left": (
        "a.py: {permitted: [AC]}\n'*.py':\n  sample: {permitted: [WA]}\n",
        "2: expected a verdict that all entries for a.py permit on sample/1, got none",
    ),
    "two languages": (
        "a.py: {language: python3}\n'*.py': {language: cpp}\n",
        "2: expected one language of a.py, got python3, cpp",
    ),
}


@pytest.mark.parametrize(("sheet", "fault"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_meant_is_a_fault_with_its_line(tmp_path: Path, sheet: str, fault: str) -> None:
    (program,) = read(tmp_path, sheet, "a.py").values()
    assert told(program) == [f"submissions.yaml:{fault}"]


def test_the_language_that_is_stated_is_that_of_the_program(tmp_path: Path) -> None:
    (program,) = read(tmp_path, "a.py: {language: cpp}\n", "a.py").values()
    assert program.language.name == "cpp"
    (program,) = read(tmp_path, "a.py: {language: python3}\n", "a.py").values()
    assert program.language.name == "python"
    (program,) = read(tmp_path, "a.py: {language: cobol}\n", "a.py").values()
    assert told(program)[0].startswith("a.py: expected a program in one of the languages")


def test_the_nearest_sheet_counts_and_no_sheet_changes_nothing_elsewhere(tmp_path: Path) -> None:
    read(tmp_path, "'*': {permitted: [AC, RTE]}\n", "a.py", "tle/b.py")
    (tmp_path / "submissions.yaml").write_text("p: {permitted: [AC, WA]}\nq: {permitted: [AC, WA]}\n")
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "c.py").write_text("")
    found = {one.name: one.expected("p/1") for one in read_solutions(tmp_path)}
    assert found["p/a.py"] == meant("AC", "RTE")
    assert found["p/tle/b.py"] == (AC, OLE, MLE)
    assert found["q/c.py"] == meant("AC", "WA")


def test_a_sheet_is_no_program_and_an_entry_without_programs_is_told(tmp_path: Path) -> None:
    read(tmp_path, "a.py: {}\nb.py: {}\nwrong_answer: {required: [WA]}\n", "a.py")
    assert [str(fault).rpartition("/p/")[2] for fault in find_ignored_programs(tmp_path)] == [
        "submissions.yaml:2: 'b.py' names no program"
    ]


TWO = A_PLUS_B + "  - id: large\n    input: |\n      5 6\n    output: |\n      11\n"
SHEET = """\
accepted/*: {authors: Anna}
"crashes.py":
  small: {permitted: [AC]}
  large: {required: [RTE]}
wrong_answer/slandered.py:
  "{small,large}": {required: [WA]}
"""


def test_programs_that_bear_no_comment_are_judged_by_the_sheet_beside_them(tmp_path: Path) -> None:
    crashes = "n = sum(map(int, input().split()))\nassert n < 10\nprint(n)\n"
    root = write_project(
        tmp_path,
        solutions={
            "accepted/a.py": ADDS,
            "crashes.py": crashes,
            "wrong_answer/slandered.py": ADDS,
            "submissions.yaml": SHEET,
        },
        cases={"sum.yaml": TWO},
    )
    done = run_here("run", "--json", "out.json", cwd=root, env={"COLUMNS": "140"})
    assert done.returncode == 1
    assert "3 solutions x 2 cases: 6 as expected, 1 solution not as stated" in done.stdout
    document = json.loads((root / "out.json").read_bytes())
    assert [(each["tests"], each["expected"]) for each in document["unmet"]] == [
        ([], ["WA", "PE"]),
        (["small", "large"], ["WA", "PE"]),
    ]
    expected = {
        (each["solution"], each["case"]): each["tests"][0]["expected"] for each in document["results"]
    }
    assert expected["crashes.py", "sum/small"] == ["AC"]
    assert expected["accepted/a.py", "sum/large"] == ["AC"]
    listed = run_here("list", cwd=root, env={"COLUMNS": "150"}).stdout
    assert "large some RE or MLE or OLE, small AC" in listed
    assert "submissions.yaml" not in listed
    page = run_here("run", "--from", "out.json", cwd=root)
    assert page.returncode in (0, 1, 2)


def test_a_sheet_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        solutions={"a.py": ADDS, "b.py": ADDS, "submissions.yaml": "a.py: {score: x}\n"},
        cases={"sum.yaml": TWO},
    )
    done = run_here("run", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    fault = "solutions/submissions.yaml:1: expected a score, or a list of the least and the most, got 'x'\n"
    assert done.stderr == fault


def test_rules_that_are_for_all_tests_name_all(tmp_path: Path) -> None:
    path = tmp_path / "submissions.yaml"
    path.write_text("a.py: {permitted: [AC]}\n")
    (rule,) = SubmissionsFile(path).look_up("a.py", None).rules
    assert rule == Rule(allowed=(AC,), bounds="lower")
    assert rule.names("whatever/1")


def test_the_sheet_of_the_page_holds_of_the_programs_that_it_names(tmp_path: Path) -> None:
    (block,) = [one for one in blocks([CASES]) if one.lines[0] == "# solutions/submissions.yaml"]
    names = ("accepted/a.py", "slow/pairs.py", "slow/triples.py", "crashes.cpp")
    tests = ("sample/1", "secret/small-1", "secret/large/1")
    found = read(tmp_path, "\n".join(block.lines), *names, tests=tests)
    assert find_ignored_programs(tmp_path) == []
    assert {*found} == {*names}
    assert not any(map(told, found.values()))
    assert found["slow/pairs.py"].expected("p/secret/large/1") == meant("AC", "TLE")
    assert found["crashes.cpp"].expected("p/secret/small-1") == (AC,)
    (owed,) = found["crashes.cpp"].owed(["p/secret/large/1"])
    assert (owed.tests, owed.required) == (("secret/large",), (RE, MLE, OLE))
