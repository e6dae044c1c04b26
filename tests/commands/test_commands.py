"""`list`, `check` and `json-schema`: their output, and a run of a case that fails its own check."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, CLUES, OTHER, SOLVED, TWO_CLUES, run_here, table_rows, write_project
from msgspec.json import schema

from judge.running.languages import LANGUAGES
from judge.show.fields import Document
from judge.show.search_report import StressDocument
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.timing import baselines


def block(data: bytes) -> str:
    return "|\n" + "".join(f"      {line}\n" for line in data.decode().splitlines())


def grid_file(format: str, clues: list[bytes], answers: list[bytes], *, more: str = "") -> str:
    input, output = GRID_FORMATS[format].encode_input(clues), GRID_FORMATS[format].encode_output(answers)
    return (
        f"problem: P\nformat: {format}\ntime: 10s\nmemory: 256MiB\ncases:\n  - id: one\n{more}"
        f"    input: {block(input)}    output: {block(output)}"
    )


def prints(data: bytes, *, format: str = "luogu") -> str:
    return f"# judge: {{format: {format}}}\nprint({data.decode()!r}, end='')\n"


CATALOGUE = """\
problem  format  cases  solutions  decided by  title
────────────────────────────────────────────────────
sum      text    1      2          exact       A+B

solution  format  problems  known by      source  expected
──────────────────────────────────────────────────────────
adds.py   text    sum       only problem          AC
hard.py   text    sum       only problem  a book  sum TLE or WA

case       format  CPU   memory
───────────────────────────────
sum/small  text    10 s  256 MiB
"""


def test_list_shows_what_there_is_to_judge_and_runs_nothing(tmp_path: Path) -> None:
    facts = "# judge: {format: text, source: a book, expect: {sum: [TLE, WA]}}\n"
    write_project(tmp_path, solutions={"adds.py": ADDS, "hard.py": facts + "while True:\n    pass\n"})
    done = run_here("list", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.rstrip().strip("─") for line in done.stdout.splitlines()] == [
        line.strip("─") for line in CATALOGUE.splitlines()
    ]


def test_files_that_are_passed_over_are_counted_and_can_be_listed(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        solutions={"adds.py": ADDS, "notes.md": ""},
        cases={"sum.yaml": A_PLUS_B, "more.yaml~": A_PLUS_B, "large/sum.yaml": A_PLUS_B},
    )
    notice = "ignored: 2 files, no solution and no case; see `judge list`"
    assert notice in run_here("check", cwd=tmp_path).stdout
    assert notice in " ".join(run_here("run", cwd=tmp_path).stdout.split())
    listed = run_here("list", cwd=tmp_path).stdout
    suffixes = f"{', '.join([*LANGUAGES][:10])} and {len(LANGUAGES) - 10} more"
    assert listed[listed.index("ignored:") :].splitlines() == [
        "ignored:",
        f"solutions/notes.md: expected a program ({suffixes}), got 'notes.md'",
        "cases/large: expected tests (*.in next to *.out), got a folder (--cases cases/large asks for it)",
        "cases/more.yaml~: expected a case file *.yaml, got 'more.yaml~'",
    ]
    (tmp_path / "solutions" / "notes.md").unlink()
    (tmp_path / "cases" / "more.yaml~").unlink()
    for command in ("check", "run"):
        assert "ignored:" not in run_here(command, cwd=tmp_path).stdout


def test_an_expectation_is_of_the_projects_own_cases(tmp_path: Path) -> None:
    expecting = ADDS.replace("text", "text, expect: {sum/smal: WA}")
    write_project(tmp_path, solutions={"adds.py": expecting}, cases={"sum.yaml": A_PLUS_B})
    write_project(tmp_path / "other", solutions={}, cases={"sum.yaml": A_PLUS_B})
    for command in ("run", "list", "check", "mutate"):
        done = run_here(command, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "solutions/adds.py:1: expected a pattern that matches one of sum/small, got 'sum/smal';"
            " did you mean sum/small?\n"
        )
    assert run_here("run", "--cases", "other/cases", cwd=tmp_path).returncode == 0


def test_mutate_takes_cases_by_name_and_from_another_folder(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS})
    write_project(tmp_path / "other", solutions={}, cases={"more.yaml": A_PLUS_B})
    for words in (["sum/small"], ["sum"], ["--cases", "other/cases"], ["more", "--cases", "other/cases"]):
        done = run_here("mutate", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("mistake")


def test_mutate_says_by_which_rule_a_case_is_decided(tmp_path: Path) -> None:
    cases = {"sum.yaml": A_PLUS_B, "near.yaml": A_PLUS_B.replace("cases:", "compare: float 1e-6\ncases:")}
    write_project(tmp_path, solutions={"sum.py": ADDS}, cases=cases)
    strict = run_here("mutate", "sum", cwd=tmp_path, env={"COLUMNS": "120"}).stdout
    assert "decided" not in strict
    assert "float" not in strict
    wide = run_here("mutate", "near", cwd=tmp_path, env={"COLUMNS": "120"}).stdout.splitlines()
    assert wide[0].split()[-3:] == ["kattis", "float", "1e-6"]
    assert "float 1e-6 decides" in map(str.strip, wide)
    rows = {line.split()[0]: line.split()[1:] for line in wide if line.strip()}
    assert rows["cr-lf"][0] == "PE"
    assert rows["cr-lf"][-2:] == ["AC", "AC"]
    both = run_here("mutate", cwd=tmp_path, env={"COLUMNS": "120"}).stdout.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in both if line.strip()}
    assert rows["cr-lf"][-2:] == ["AC", "AC/PE"]
    assert "decided: by the rule of each case, exact, float 1e-6" in map(str.strip, both)
    words = run_here("mutate", "near", cwd=tmp_path, env={"COLUMNS": "40"}).stdout
    assert "AC on squeezed, cms, tokens, kattis, float 1e-6" in " ".join(words.split())
    assert words.rstrip().endswith("float 1e-6 decides")


def test_check_counts_what_it_has_read(tmp_path: Path) -> None:
    cases = {
        "sum.yaml": A_PLUS_B,
        "one.yaml": grid_file("luogu", [CLUES], [SOLVED]),
        "many.yaml": grid_file("poj", [CLUES, SOLVED, CLUES], [SOLVED] * 3),
    }
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    done = run_here("check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 solution, 3 cases, 4 grids: all in order\n"


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_check_finds_a_grid_of_several_completions(tmp_path: Path, format: str) -> None:
    cases = {"p.yaml": grid_file(format, [TWO_CLUES], [SOLVED])}
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    done = run_here("check", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cases/p.yaml:6: expected one solution, got several: grid 1 of p/one\n"


def test_check_finds_every_grid_of_every_case(tmp_path: Path) -> None:
    cases = {
        "p.yaml": grid_file("poj", [CLUES, TWO_CLUES, TWO_CLUES], [SOLVED] * 3),
        "q.yaml": grid_file("luogu", [TWO_CLUES], [OTHER]),
    }
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    assert run_here("check", cwd=tmp_path).stderr.splitlines() == [
        "cases/p.yaml:6: expected one solution, got several: grid 2 of p/one",
        "cases/p.yaml:6: expected one solution, got several: grid 3 of p/one",
        "cases/q.yaml:6: expected one solution, got several: grid 1 of q/one",
    ]


def test_check_lets_a_grid_have_several_completions_where_any_will_do(tmp_path: Path) -> None:
    cases = {"p.yaml": grid_file("luogu", [TWO_CLUES], [SOLVED], more="    answer: any\n")}
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    assert run_here("check", cwd=tmp_path).returncode == 0


def test_a_case_that_promised_one_answer_and_has_two_is_the_fault_of_the_judge(tmp_path: Path) -> None:
    solutions = {
        "first.py": prints(GRID_FORMATS["luogu"].encode_output([SOLVED])),
        "other.py": prints(GRID_FORMATS["luogu"].encode_output([OTHER])),
    }
    write_project(tmp_path, solutions=solutions, cases={"p.yaml": grid_file("poj", [TWO_CLUES], [SOLVED])})
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 2
    assert table_rows(done.stdout) == ["first.py: 1 AC", "other.py: 1 JE"]
    assert "the case needs `answer: any`" in " ".join(done.stdout.split())
    cases = {"p.yaml": grid_file("poj", [TWO_CLUES], [SOLVED], more="    answer: any\n")}
    write_project(tmp_path, solutions=solutions, cases=cases)
    assert run_here("run", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("words", "schema"),
    [
        ([], partial(schema, Document)),
        (["--of", "bench"], baselines.build_schema),
        (["--of", "stress"], partial(schema, StressDocument)),
    ],
)
def test_the_schema_is_that_of_what_a_command_writes(
    tmp_path: Path, words: list[str], schema: Callable[[], object]
) -> None:
    done = run_here("json-schema", *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == json.loads(json.dumps(schema()))
