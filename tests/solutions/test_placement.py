"""The problems and the format of a program: by its header, its path, or the problems that exist."""

import json
import re
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, make_case, run_here, table_rows, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.loader import load_cases
from judge.cases.tests import select_cases
from judge.platform.errors import InputErrors
from judge.solutions.loader import load_solutions
from judge.solutions.placement import Problems, collect_problems, find_place
from judge.subjects.subject import FORMATS

SUMS = {"two-sums": "text", "three-sums": "text"}
GRIDS = {"easy": "luogu", "hard": "luogu"}
SITES = {"easy": "luogu", "hard": "poj"}


def there(formats: dict[str, str], *, own: bool = True) -> Problems:
    return collect_problems(
        [make_case(id=f"{name}/1", format=format) for name, format in formats.items()], own=own
    )


@pytest.mark.parametrize(
    ("name", "facts", "formats", "place"),
    [
        pytest.param("a.py", "", {"sum": "text"}, ("text", ["sum"]), id="the only problem"),
        pytest.param("a.py", "", {"easy": "poj"}, ("poj", ["easy"]), id="the only problem's format"),
        pytest.param("two-sums/a.py", "", SUMS, ("text", ["two-sums"]), id="the folder"),
        pytest.param("two-sums/old/a.py", "", SUMS, ("text", ["two-sums"]), id="a folder above"),
        pytest.param("anna/two-sums/a.py", "", SUMS, ("text", ["two-sums"]), id="a folder below"),
        pytest.param("anna/two-sums.py", "", SUMS, ("text", ["two-sums"]), id="the file"),
        pytest.param(
            "two-sums/three-sums.py", "", SUMS, ("text", ["two-sums"]), id="the folder before the file"
        ),
        pytest.param("two-sums/three-sums/a.py", "", SUMS, ("text", ["two-sums"]), id="the outmost folder"),
        pytest.param("hard/a.py", "", SITES, ("poj", ["hard"]), id="the folder's format"),
        pytest.param("a.py", "problems: three-sums", SUMS, ("text", ["three-sums"]), id="the fact"),
        pytest.param(
            "two-sums/a.py", "problems: three-sums", SUMS, ("text", ["three-sums"]), id="fact first"
        ),
        pytest.param("a.py", "problems: '*-sums'", SUMS, ("text", [*SUMS]), id="a pattern"),
        pytest.param("a.py", "problems: [three-sums, two-sums]", SUMS, ("text", [*SUMS]), id="a list"),
        pytest.param("a.py", "", GRIDS, ("luogu", [*GRIDS]), id="all problems of the one format"),
        pytest.param("a.py", "format: nowcoder", SITES, ("nowcoder", [*SITES]), id="all of the subject"),
        pytest.param(
            "a.py", "format: poj", {**SUMS, **SITES}, ("poj", [*SITES]), id="beside another subject"
        ),
        pytest.param(
            "a.py", "format: text", {"sum": "text", **SITES}, ("text", ["sum"]), id="the one of bytes"
        ),
        pytest.param("a.py", "format: poj", SUMS, ("poj", [*SUMS]), id="a format that no problem speaks"),
        pytest.param("TWO-sums/a.py", "", SUMS, ("text", ["two-sums"]), id="the folder in other letters"),
        pytest.param("anna/Two-Sums.java", "", SUMS, ("text", ["two-sums"]), id="the file in other letters"),
        pytest.param("a/two-sums (1).py", "", SUMS, ("text", ["two-sums"]), id="a second download"),
        pytest.param("a/Two-Sums(12).java", "", SUMS, ("text", ["two-sums"]), id="more downloads"),
        pytest.param(
            "TWO-SUMS/three-sums.py", "", SUMS, ("text", ["three-sums"]), id="the same letters first"
        ),
        pytest.param("hard/a.py", "format: nowcoder", SITES, ("nowcoder", ["hard"]), id="one, translated"),
    ],
)
def test_a_program_belongs_where_its_facts_its_path_or_what_there_is_puts_it(
    tmp_path: Path, name: str, facts: str, formats: dict[str, str], place: tuple[str, list[str]]
) -> None:
    write_files(tmp_path, {name: f"# judge: {{{facts}}}\n" if facts else ""})
    (solution,) = load_solutions(tmp_path, there(formats))
    assert (solution.format, [*(solution.problems or ())]) == place


def a_place(*files: str) -> str:
    wanted = "a folder of that name, or a header `# judge: {problems: two-sums}`"
    return f" expected the name of a problem ({' or '.join(files)}), {wanted}, got 'mine.py'"


TWO = a_place("two-sums.py", "three-sums.py")


@pytest.mark.parametrize(
    ("facts", "formats", "message"),
    [
        pytest.param("", SUMS, TWO, id="several problems of bytes"),
        pytest.param("# judge: {format: text}", SUMS, "1:" + TWO, id="the format alone"),
        pytest.param(
            "", {**SUMS, **GRIDS}, a_place("two-sums.py, three-sums.py, easy.py, hard.py"), id="two subjects"
        ),
        pytest.param(
            "", SITES, " expected `format:` in the header, one of luogu, poj, got none", id="several formats"
        ),
        pytest.param(
            "\n# judge: {problems: three-sum}",
            SUMS,
            "2: expected a pattern that matches one of the problems two-sums, three-sums, got 'three-sum';"
            " did you mean three-sums?",
            id="no such problem",
        ),
        pytest.param(
            "# judge: {problems: [two-sums, easy]}",
            {**SUMS, **GRIDS},
            "1: expected `format:` in the header, one of text, luogu, got none",
            id="problems of two formats",
        ),
    ],
)
def test_a_program_whose_place_cannot_be_told_is_a_fault_of_one_line(
    tmp_path: Path, facts: str, formats: dict[str, str], message: str
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(facts)
    with pytest.raises(InputErrors) as caught:
        load_solutions(tmp_path, there(formats))
    assert [str(fault) for fault in caught.value.faults] == [f"{path}:{message}"]
    (solution,) = load_solutions(tmp_path, there(formats, own=False))
    assert set(solution.problems or ()) <= formats.keys()


def test_the_cases_of_others_are_met_wherever_a_program_would_belong_to_them(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("# judge: {problems: two-sums}\n")
    (solution,) = load_solutions(tmp_path, there({"more": "text"}, own=False))
    assert solution.problems == ("more",)


NAMES = st.sampled_from(["a", "b", "c", "two-sums", "x[1]"])


@pytest.mark.slow
@given(
    folders=st.lists(NAMES, max_size=3),
    stem=NAMES,
    formats=st.dictionaries(NAMES, st.sampled_from([*FORMATS]), min_size=1),
    format=st.sampled_from(["", *FORMATS]),
)
def test_a_place_is_one_format_and_some_problems_and_the_path_decides_where_it_names_one(
    folders: list[str], stem: str, formats: dict[str, str], format: str
) -> None:
    name = "/".join([*folders, f"{stem}.py"])
    try:
        place = find_place(name, format, (), there(formats))
    except ValueError:
        place = None
    if place is None:
        assert not formats.keys() & {*folders, stem}
        assert len(formats) > 1
        return
    assert place.problems
    assert place.format == format or {formats[problem] for problem in place.problems} == {place.format}
    if named := [part for part in [*folders, stem] if part in formats]:
        assert place.problems == (named[0],)


def test_every_command_judges_a_program_on_its_own_problems_alone(tmp_path: Path) -> None:
    """This holds for the commands that run, count and measure."""
    write_project(
        tmp_path,
        solutions={"one/a.py": ADDS, "two/b.py": ADDS},
        cases={"one.yaml": A_PLUS_B, "two.yaml": A_PLUS_B},
    )
    done = run_here("run", "--json", "out.json", cwd=tmp_path)
    assert (done.returncode, table_rows(done.stdout)) == (0, ["one/a.py: 1 AC", "two/b.py: 1 AC"])
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [(entry["solution"], entry["case"]) for entry in entries] == [
        ("one/a.py", "one/small"),
        ("two/b.py", "two/small"),
    ]
    found = re.findall(r"(?m)^\S+(?:/\S+|,)", run_here("limits", cwd=tmp_path).stdout)
    assert found == ["one,", "one/a.py", "two,", "two/b.py"]
    timed = run_here("bench", "--rounds", "1", "--json", "speeds.json", cwd=tmp_path)
    assert timed.returncode == 0
    timings = json.loads((tmp_path / "speeds.json").read_bytes())["timings"]
    assert [(timing["solution"], timing["case"]) for timing in timings] == [
        ("one/a.py", "one/small"),
        ("two/b.py", "two/small"),
    ]


def test_list_names_the_problems_of_each_program_and_what_tells_them(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        solutions={"one/a.py": ADDS, "b.py": "# judge: {problems: '*'}\n", "notes.txt": ""},
        cases={"one.yaml": A_PLUS_B, "two.yaml": A_PLUS_B},
    )
    done = run_here("list", cwd=tmp_path)
    rows = [line.split() for line in done.stdout.splitlines()]
    for row in (
        ["one", "text", "1", "2", "exact", "A+B"],
        ["two", "text", "1", "1", "exact", "A+B"],
        ["b.py", "text", "all", "header", "AC"],
        ["one/a.py", "text", "one", "path", "AC"],
        ["one/small", "text", "10", "s", "256", "MiB"],
    ):
        assert row in rows
    assert "solutions/notes.txt: expected a program" in done.stdout


def test_who_belongs_to_none_of_the_cases_of_others_is_not_judged_and_counted(tmp_path: Path) -> None:
    write_project(
        tmp_path, solutions={"sum/a.py": ADDS, "max.py": ADDS, "one.py": ADDS}, cases={"sum.yaml": A_PLUS_B}
    )
    write_project(tmp_path / "other", solutions={}, cases={"one.yaml": A_PLUS_B, "max.yaml": A_PLUS_B})
    words = ["--cases", tmp_path / "other" / "cases"]
    done = run_here("run", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert table_rows(done.stdout) == ["max.py: 1 AC", "one.py: 1 AC"]
    assert "not judged: 1 solution without a problem here; `judge list` says why" in done.stdout
    (row,) = [
        line for line in run_here("list", *words, cwd=tmp_path).stdout.splitlines() if "sum/a.py" in line
    ]
    assert row.split()[:4] == ["sum/a.py", "text", "none", "expected"]


def test_the_cases_of_a_solution_are_those_of_its_problems(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        solutions={"one/a.py": "", "b.py": "# judge: {problems: '*'}\n"},
        cases={"one.yaml": A_PLUS_B, "two.yaml": A_PLUS_B},
    )
    cases = load_cases(root / "cases")
    met = {
        solution.name: [case.id for case in select_cases(solution, cases)]
        for solution in load_solutions(root / "solutions", collect_problems(cases))
    }
    assert met == {"b.py": ["one/small", "two/small"], "one/a.py": ["one/small"]}


@pytest.mark.parametrize("folder", ["tl", "ml", "OL", "rt"])
def test_a_folder_that_lacks_the_last_letter_of_a_verdict_is_named(folder: str, tmp_path: Path) -> None:
    write_project(tmp_path, solutions={f"sum/{folder}/a.py": ADDS, f"sum/{folder}/b.py": ADDS})
    done = run_here("run", cwd=tmp_path)
    assert done.stdout.count(f"the folder {folder}/ states no verdict; {folder}e/ would\n") == 1


@pytest.mark.parametrize("folder", ["tle", "re", "wa", "t", "r", "sol", "sum"])
def test_other_folders_need_no_word(folder: str, tmp_path: Path) -> None:
    write_project(tmp_path, solutions={f"{folder}/sum.py": ADDS})
    assert "states no verdict" not in run_here("run", cwd=tmp_path).stdout


@pytest.mark.parametrize("name", ["main.py", "Main.java", "solution.cpp"])
def test_a_name_for_any_program_is_no_misspelling_of_a_problem(name: str) -> None:
    with pytest.raises(ValueError, match=r"got '[\w.]+'$"):
        find_place(name, "", (), there({"mean": "text", "solutions": "text"}))
