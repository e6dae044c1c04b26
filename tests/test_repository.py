"""The repository's own solutions on its own cases: the whole matrix once, and the claims about it."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from conftest import once
from documents import README, SUDOKU, read_picture, without_times
from helpers import REPOSITORY, results_of, run_here, table_rows
from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.cases.tests import make_tests as served
from judge.model.cases import Case
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.options.groups import Start
from judge.options.judging import describe_manner
from judge.running.runner import Runner
from judge.running.sandbox import OPEN
from judge.show import screen
from judge.show.json import render
from judge.show.outcome import Outcome
from judge.solutions.loader import load_solutions
from judge.work.engine import order_final_results

SOLUTIONS = REPOSITORY / "solutions"
# The order in which programs search, whatever their language.
ROW_BY_ROW = (
    "leetcode_finished_flag",
    "luogu_blank_scan",
    "luogu_cell_marks",
    "luogu_cell_walk",
    "luogu_ok_flag_reset",
    "nowcoder_bitmask",
    "nowcoder_blank_list",
)
BACKWARDS = ("poj_reverse_blanks",)
TOO_SLOW = (Verdict.TLE,)
# Made by `tools/take_pictures.py`.
PICTURE = REPOSITORY / "docs" / "screen.svg"
PICTURE_COLUMNS = "100"
# The documents from which the programs and cases were made.
SEEDS = REPOSITORY.parent / "shared" / "seeds"

Entries = Mapping[tuple[str, str], Mapping[str, Any]]


@pytest.fixture(scope="module")
def run(runner: Runner, shared: Path) -> Path:
    """A folder with the screen and the results of a run of everything."""

    def make(box: Path) -> None:
        results = list(matrix(runner))
        (box / "results.json").write_bytes(render(Outcome(results=tuple(results))))
        manner = f"2 workers, {describe_manner('default', Start())}"
        notices = [f"left open: {OPEN['default']}"]
        with (
            (box / "screen").open("w") as file,
            redirect_stdout(file),
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setenv("COLUMNS", PICTURE_COLUMNS)
            limits = {case.id: case.limits for case in load_cases(REPOSITORY / "cases")}
            outcome = Outcome(results=tuple(results), limits=limits, manner=manner, wall_s=30.0)
            screen.show_run(outcome, notices=notices)

    return once(shared / "matrix", make)


@pytest.fixture(scope="module")
def entries(run: Path) -> Entries:
    """The result of every solution on every case, by the two names."""
    found = json.loads((run / "results.json").read_bytes())["results"]
    return {(entry["solution"], entry["case"]): entry for entry in found}


def matrix(runner: Runner) -> Iterator[Result]:
    """Yield all results. Solutions that should be too slow get little time, the others plenty."""
    for solution in load_solutions(SOLUTIONS):
        cases = []
        for case in load_cases(REPOSITORY / "cases"):
            cpu_s = 0.1 if solution.expected(case.id) == TOO_SLOW else 20
            cases.append(replace(case, limits=replace(case.limits, cpu_s=cpu_s)))
        yield from order_final_results(results_of([solution], cases, [runner]), [solution], cases)


@pytest.mark.slow
def test_the_readme_shows_what_a_run_of_everything_shows(run: Path, entries: Entries) -> None:
    if "SK" in {entry["verdict"] for entry in entries.values()}:
        pytest.skip("a compiler is not installed")
    assert f"shows, {PICTURE_COLUMNS} columns wide" in README.read_text()
    solutions, cases = ({key[part] for key in entries} for part in (0, 1))
    told = (
        f"{len(solutions)} programs and their verdicts on {len(cases)} cases: all {len(entries)} as expected"
    )
    assert f"![{told}](docs/screen.svg)" in README.read_text()
    assert f"![{told}](screen.svg)" in SUDOKU.read_text()
    screen = [line for line in (run / "screen").read_text().splitlines() if line[:1] != "*"]
    shown, found = (filter(None, map(without_times, lines)) for lines in (read_picture(PICTURE), screen))
    assert [*shown] == [*found]


def test_the_pictures_are_small_and_ask_nobody_for_anything() -> None:
    page = REPOSITORY / "docs" / "report.png"
    assert page.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert page.stat().st_size < 300_000
    for terminal in (PICTURE, REPOSITORY / "docs" / "failure.svg"):
        assert terminal.stat().st_size < 60_000
        assert not re.search(r"@import|href=|src=|url\((?!#)", terminal.read_text())


@pytest.mark.slow
def test_every_solution_meets_every_case(entries: Entries) -> None:
    solutions = load_solutions(SOLUTIONS)
    cases = load_cases(REPOSITORY / "cases")
    assert list(entries) == [(solution.name, case.id) for solution in solutions for case in cases]


@pytest.mark.slow
def test_every_verdict_is_as_expected(entries: Entries) -> None:
    # Programs without a compiler are skipped. Python is always installed.
    judged = {key: entry for key, entry in entries.items() if entry["verdict"] != "SK"}
    assert {solution for solution, _ in judged} >= {path.name for path in SOLUTIONS.glob("*.py")}
    assert [key for key, entry in judged.items() if entry["as_expected"] is not True] == []
    allowed = {key: {words.split()[0] for words in entry["expected"]} for key, entry in judged.items()}
    assert [key for key, entry in judged.items() if entry["verdict"] not in allowed[key]] == []


@pytest.mark.slow
def test_right_and_wrong_programs_live_side_by_side(entries: Entries) -> None:
    assert {entry["verdict"] for entry in entries.values()} >= {"AC", "PE", "TLE"}
    for solution in load_solutions(SOLUTIONS):
        if not solution.expectations:
            verdicts = {entry["verdict"] for (name, _), entry in entries.items() if name == solution.name}
            assert verdicts in ({"AC"}, {"SK"})


def programs(stems: tuple[str, ...]) -> list[str]:
    found = [path.name for path in sorted(SOLUTIONS.iterdir()) if path.stem in stems]
    assert len(found) >= len(stems)
    return found


def verdicts_on_the_hack(entries: Entries, solution: str) -> tuple[str, str]:
    third, turned = (entries[solution, f"farteryhr-hack/{case}"]["verdict"] for case in ("third", "turned"))
    if "SK" in (third, turned):
        pytest.skip("the compiler is not installed")
    return third, turned


@pytest.mark.slow
@pytest.mark.parametrize("solution", programs(ROW_BY_ROW))
def test_the_hack_stops_who_goes_row_by_row_until_it_is_turned(entries: Entries, solution: str) -> None:
    assert verdicts_on_the_hack(entries, solution) == ("TLE", "AC")


@pytest.mark.slow
@pytest.mark.parametrize("solution", programs(BACKWARDS))
def test_the_hack_spares_who_goes_backwards_until_it_is_turned(entries: Entries, solution: str) -> None:
    assert verdicts_on_the_hack(entries, solution) == ("AC", "TLE")


@pytest.mark.slow
def test_a_case_of_many_grids_is_one_test_or_many(entries: Entries) -> None:
    assert len(entries["poj_reverse_blanks.py", "poj-2676/many"]["tests"]) == 1
    assert len(entries["luogu_propagation.py", "poj-2676/many"]["tests"]) > 1


def case_of(name: str) -> Case:
    (case,) = [case for case in load_cases(REPOSITORY / "cases") if case.id == name]
    return case


def document_of(number: str) -> bytes:
    (path,) = SEEDS.glob(f"{number}_*.txt")
    return path.read_bytes()


@pytest.mark.parametrize("name", ["farteryhr-hack/third", "luogu-p1784/sample"])
def test_an_input_is_served_with_the_blanks_that_its_document_shows(name: str) -> None:
    case = case_of(name)
    (test,) = served(case, "luogu")
    assert test.input == case.input
    assert {line.endswith(b" ") for line in bytes(test.input).splitlines()} == {True, False}
    if SEEDS.exists():
        assert case.input in document_of("002")


def test_the_grid_that_opens_a_document_is_the_answer_to_an_input_without_a_last_newline() -> None:
    (test,) = served(case_of("codevs/sample"), "luogu")
    assert bytes(test.input)[-1:] == b"3"
    if SEEDS.exists():
        shown = bytes(test.answer or b"").replace(b" \n", b"\n")
        assert document_of("000").startswith(shown)


@pytest.mark.skipif(not SEEDS.exists(), reason="the documents are not here")
def test_every_document_has_programs_and_no_program_another_source() -> None:
    sources = {solution.source for solution in load_solutions(SOLUTIONS)}
    assert sources == {path.name for path in SEEDS.iterdir()} | {"own"}


def test_the_files_are_in_order() -> None:
    done = run_here("check", cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(" grids: all in order\n")


def test_a_space_that_gets_lost_is_found(tmp_path: Path) -> None:
    source = (SOLUTIONS / "luogu_blank_scan.py").read_text()
    assert source.count('end=" \\n"') == 1
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "right.py").write_text(source)
    (tmp_path / "solutions" / "wrong.py").write_text(source.replace('end=" \\n"', 'end="\\n"'))
    shutil.copytree(REPOSITORY / "cases", tmp_path / "cases")
    done = run_here("run", "--case", "luogu-p1784", cwd=tmp_path)
    assert done.returncode == 1
    assert table_rows(done.stdout) == ["right.py: 1 AC", "wrong.py: 1 PE"]
    assert (
        "wrong.py on luogu-p1784/sample: PE, expected AC: trailing-blank-missing, first\n"
        "at line 1, column 18, byte 17: insert ' ' on 9 lines\n"
        "  input  8 0 0 0 0 0 0 0 0\n"
        "  input  0 0 3 6 0 0 0 0 0\n"
        "  input  0 7 0 0 9 0 2 0 0\n"
        "  input  ...\n"
        "  input  0 0 1 0 0 0 0 6 8\n"
        "  input  0 0 8 5 0 0 0 1 0\n"
        "  input  0 9 0 0 0 0 4 0 0\n"
        "     answer              |    output\n"
        "  1  8·1·2·7·5·3·6·4·9·↵ | 1  8·1·2·7·5·3·6·4·9↵\n"
        "                      ^  |                     +\n"
    ) in done.stdout
