"""The commands about speed as their user starts them: real processes, no timed assertions."""

import json
import re
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, CLUES, REPOSITORY, SOLVED, run_here, write_files, write_project

SLOWER = ADDS + "for i in range(200_000):\n    pass\n"
SPINS = "# judge: {format: text, expect: {'*': TLE}}\nwhile True:\n    pass\n"
WRONG = "# judge: {format: text, expect: {'*': WA}}\nprint(4)\n"
LEETCODE = """\
# judge: {format: leetcode}
class Solution:
    def solveSudoku(self, board):
        for row, digits in enumerate(%r):
            board[row][:] = self.cells(digits)

    def cells(self, digits):
        return [digit for digit in digits]
""" % [SOLVED[row : row + 9].decode() for row in range(0, 81, 9)]
GRID = "problem: G\nformat: luogu\ntime: 10s\nmemory: 256MiB\npuzzles: g.txt\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    solutions = {"adds.py": ADDS, "slower.py": SLOWER, "spins.py": SPINS, "wrong.py": WRONG}
    cases = {"sum.yaml": A_PLUS_B.replace("10s", "300ms")}
    return write_project(tmp_path, solutions=solutions, cases=cases)


def bench(folder: Path, *words: str) -> tuple[int, str, dict[str, dict[str, object]]]:
    """The exit code, the screen, and the timings of the document by solution."""
    done = run_here("bench", "--json", "b.json", *words, cwd=folder)
    document = json.loads((folder / "b.json").read_bytes())
    assert done.stderr == ""
    return done.returncode, done.stdout, {timing["solution"]: timing for timing in document["timings"]}


def test_a_bench_shows_who_is_faster_and_what_did_not_end_in_time(project: Path) -> None:
    code, screen, timings = bench(project, "--seed", "5", "--rounds", "6")
    assert code == 0
    assert re.search(r"^1 +adds\.py ", screen, re.MULTILINE)
    assert re.search(r"^2 +slower\.py ", screen, re.MULTILINE)
    assert re.search(r"^ +spins\.py +> (?:0\.3 s|300 ms) *$", screen, re.MULTILINE)
    assert re.search(r"^ +wrong\.py +WA *$", screen, re.MULTILINE)
    assert "6 rounds" in screen
    assert "seed 5" in screen
    assert len(timings["adds.py"]["times_s"]) == 6  # type: ignore[arg-type]
    assert timings["spins.py"]["times_s"] == []


def test_of_a_problem_that_talks_the_time_is_the_programs_own(tmp_path: Path) -> None:
    """Its interactor works much longer, which is reported separately."""
    pytest.importorskip("jinja2")
    sheet = "problem: Next\ninteractor: judge.py\nprotocol: kattis\ntests: '*.in'\n"
    works = "import sys\nfor i in range(3_000_000): pass\n"
    judge = works + "print(1, flush=True)\nsys.exit(42 if int(input()) == 2 else 43)\n"
    solutions = {
        "next.py": "print(int(input()) + 1)\n",
        "two.py": "input()\nprint(2)\n",
        "same.py": "# judge: {expect: {'*': WA}}\nprint(input())\n",
    }
    cases = {"next.yaml": sheet, "judge.py": judge, "next/1.in": "1\n", "next/2.in": "2\n"}
    write_project(tmp_path, solutions=solutions, cases=cases)
    code, screen, timings = bench(tmp_path, "--rounds", "2", "--count", "--html", "b.html")
    assert code == 0
    for name in ("next.py", "two.py"):
        assert max(timings[name]["times_s"]) < timings[name]["interactor_cpu_s"]  # type: ignore[call-overload, operator]
        assert timings[name]["lines"] == {"next.py": 1, "two.py": 2}[name]
    assert timings["same.py"]["interactor_cpu_s"] is None
    (said,) = re.findall(
        "^next: its interactor used .* more, which these times leave out$", screen, re.MULTILINE
    )
    assert said in (tmp_path / "b.html").read_text()


def test_counts_are_the_same_each_time(project: Path) -> None:
    counts = []
    for _ in range(2):
        _, screen, timings = bench(project, "adds.py", "slower.py", "--rounds", "1", "--count")
        counts.append({name: (timing["calls"], timing["lines"]) for name, timing in timings.items()})
        counted = timings["adds.py"]["instructions"] is not None
        assert screen.count("no instructions: ") == (not counted)
    assert counts[0] == counts[1] == {"adds.py": (0, 1), "slower.py": (0, 400_002)}


def test_the_calls_of_a_class_of_the_site_are_counted(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"a.py": LEETCODE}, cases={"g.yaml": GRID})
    (tmp_path / "cases" / "g.txt").write_bytes(CLUES + SOLVED)
    _, _, timings = bench(tmp_path, "--rounds", "1", "--count")
    assert timings["a.py"]["calls"] == 10


def test_files_in_every_layout_are_written(project: Path) -> None:
    pytest.importorskip("matplotlib")
    bench(project, "adds.py", "--rounds", "1", "--export-hyperfine", "h.json", "--plot", "p.svg")
    assert json.loads((project / "h.json").read_bytes())["results"][0]["command"] == "adds.py"
    assert b"<svg" in (project / "p.svg").read_bytes()


def test_a_baseline_holds_and_a_new_verdict_breaks_it(project: Path) -> None:
    words = ("adds.py", "wrong.py", "--rounds", "6")
    bench(project, *words, "--save", "main")
    assert (project / "baselines" / "main.json").is_file()
    code, screen, _ = bench(project, *words, "--against", "main", "--max-slowdown", "900%")
    assert code == 0
    (project / "solutions" / "adds.py").write_text(WRONG.replace("WA", "AC"))
    code, screen, _ = bench(project, *words, "--against", "main")
    assert code == 1
    assert re.search(r"^adds\.py +sum/small +verdict +AC +WA!", screen, re.MULTILINE)


def test_limits_show_headroom_and_whom_a_limit_accepts(project: Path) -> None:
    done = run_here("limits", "adds.py", "spins.py", cwd=project)
    assert done.returncode == 0
    assert "sum, limit 0.3 s" in done.stdout
    assert re.search(r"^adds\.py +in time +[\d.]+ [mu]s +[\d.]+x +sum/small", done.stdout, re.MULTILINE)
    assert re.search(r"^spins\.py +too slow +> \d+ ms +< 0\.\d+x", done.stdout, re.MULTILINE)
    assert re.search(r"^limits from .* \(adds\.py\) to at least \d+ ms", done.stdout, re.MULTILINE)


def test_the_tests_of_a_problem_share_a_table_for_each_limit(tmp_path: Path) -> None:
    sheet = A_PLUS_B + "".join(
        f'  - {{id: "{number}", input: "1 2", output: "3\\n", time: {5 + number % 2}s}}\n'
        for number in range(6)
    )
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": sheet})
    headings = re.findall("^sum.*, limit .*", run_here("limits", cwd=root).stdout, re.MULTILINE)
    assert headings == ["sum, limit 10 s", "sum, limit 5 s", "sum, limit 6 s"]


def test_limits_take_the_runs_at_hand(project: Path) -> None:
    run_here("run", "--json", "r.json", cwd=project)
    (project / "solutions" / "adds.py").write_text(SPINS.replace(", expect: {'*': TLE}", ""))
    done = run_here("limits", "adds.py", "--from", "r.json", cwd=project)
    assert re.search(r"^adds\.py +in time +[\d.]+ [mu]s", done.stdout, re.MULTILINE)
    lost = (project / "r.json").read_text().replace('"verdict": "AC"', '"verdict": "JE"')
    (project / "r.json").write_text(lost)
    done = run_here("limits", "adds.py", "spins.py", "--from", "r.json", cwd=project)
    assert not re.search(r"^adds\.py", done.stdout, re.MULTILINE)
    assert "left out, got no answer: adds.py on sum/small\n" in done.stdout
    done = run_here("limits", "--from", "cases/sum.yaml", cwd=project)
    assert done.returncode == 2
    assert done.stderr.startswith("cases/sum.yaml:1: expected results of version 1, got: ")


def test_the_limit_that_follows_is_set_with_its_reason_date_and_machine(project: Path) -> None:
    path = project / "cases" / "sum.yaml"
    path.write_text("# of a friend\n" + A_PLUS_B.replace("10s", "5s"))
    done = run_here("limits", "--set", "--factor", "1.5", "adds.py", "wrong.py", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    lines = path.read_text().splitlines()
    assert lines[:3] == ["# of a friend", "problem: A+B", "format: text"]
    reason = r"1\.5 x [\d.]+ [mu]?s on sum/small \(adds\.py\), rounded up; \d{4}-\d\d-\d\d, \S.*"
    assert re.fullmatch(rf"time: [\d.]+s  # {reason}", lines[3])
    assert f"cases/sum.yaml: {lines[3].removeprefix('time: ').replace('  #', ':')}\n" in done.stdout
    assert run_here("run", "wrong.py", cwd=project).returncode == 0


@pytest.mark.slow
def test_a_limit_that_cannot_be_set_is_told_and_others_are(project: Path) -> None:
    solutions = {"sum/adds.py": ADDS, "two/adds.py": ADDS, "two/too_slow.py": SPINS.replace("TLE", "AC")}
    own = A_PLUS_B.replace("10s", "300ms") + "    time: 1s\n"
    (project / "solutions" / "sum").mkdir()
    write_project(project, solutions=solutions, cases={"two.yaml": own})
    words = ("limits", "sum/adds.py", "two/*", "--set")
    done = run_here(*words, cwd=project)
    assert done.returncode == 1
    assert re.fullmatch(
        r"two: expected .* \(two/adds\.py\), to be enough for two/too_slow\.py,"
        r" got over [\d.]+ s on two/small \(--up-to lets it run on\)\n",
        done.stderr,
    )
    assert (project / "cases" / "two.yaml").read_text() == own
    assert "# 2 x " in (project / "cases" / "sum.yaml").read_text()
    done = run_here("limits", "two/adds.py", "--set", cwd=project)
    assert done.returncode == 1
    assert done.stderr == "cases/two.yaml:11: expected one limit for all cases, got one of 'small'\n"
    assert (project / "cases" / "two.yaml").read_text() == own


def burning(cpu_s: float) -> str:
    """A program that is right and is to be too slow, and takes so long."""
    burns = f"import time\nwhile time.process_time() < {cpu_s}: pass\n"
    return f"{SPINS.partition(chr(10))[0]}\n{burns}{ADDS.partition(chr(10))[2]}"


@pytest.mark.slow
def test_who_must_be_too_slow_runs_on_until_the_margin_is_seen(project: Path) -> None:
    """A limit of 100 ms at least follows, and 300 ms are stated: so 6 times as long is more."""
    path = project / "cases" / "sum.yaml"
    done = run_here("limits", "--set", "--margin", "6", "adds.py", "spins.py", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    bound = r"spins\.py takes over [\d.]+ m?s on sum/small, more than 6 x "
    assert re.search(rf"# 2 x .*; {bound}", path.read_text())
    before = path.read_bytes()
    write_project(project, solutions={"burns.py": burning(0.45)}, cases={})
    done = run_here("limits", "--set", "--margin", "6", "adds.py", "burns.py", "spins.py", cwd=project)
    assert done.returncode == 1
    assert re.fullmatch(
        r"sum: expected [\d.]+s, at least 2 x .*, times 6 to be too little for burns\.py,"
        r" got [\d.]+ m?s on sum/small\n",
        done.stderr,
    )
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_stated_limit_is_said_to_be_safe_or_not_and_stays(project: Path) -> None:
    path = project / "cases" / "sum.yaml"
    path.write_text(A_PLUS_B.replace("10s", "400ms"))
    before = path.read_bytes()
    done = run_here("limits", "--margin", "2", "adds.py", "spins.py", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    rule = r"at least 2 x .* on sum/small \(adds\.py\)"
    bound = r"spins\.py takes over [\d.]+ m?s on sum/small, more than 2 x 0\.4s"
    assert re.search(rf"^sum: 0\.4s is safe, {rule}; {bound}\n", done.stdout, re.MULTILINE)
    write_project(project, solutions={"burns.py": burning(0.6)}, cases={})
    done = run_here("limits", "--margin", "2", "adds.py", "burns.py", cwd=project)
    assert done.returncode == 1
    assert re.match(
        r"sum: expected 0\.4s, at least 2 x .*, times 2 to be too little for burns\.py, got ", done.stderr
    )
    write_project(project, solutions={"right.py": burning(0.3).replace("TLE", "AC")}, cases={})
    done = run_here("limits", "--factor", "2", "right.py", cwd=project)
    assert done.returncode == 1
    assert re.fullmatch(r"sum: expected at least 2 x .* \(right\.py\), got 0\.4s\n", done.stderr)
    assert path.read_bytes() == before


def test_of_several_stated_limits_none_is_said_to_be_safe(project: Path) -> None:
    other = "    time: 5s\n  - id: large\n    input: |\n      3 4\n    output: |\n      7\n"
    (project / "cases" / "sum.yaml").write_text(A_PLUS_B + other)
    done = run_here("limits", "--factor", "2", "adds.py", cwd=project)
    assert (done.returncode, done.stderr) == (1, "sum: expected one limit for all cases, got 5s, 10s\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--factor", "3", "--from", "r.json"],
            "--factor: expected all tests of a problem, run here, got --from",
        ),
        (
            ["--margin", "3", "--case", "sum"],
            "--margin: expected all tests of a problem, run here, got --case",
        ),
        (["--set", "--from", "r.json"], "--set: expected all tests of a problem, run here, got --from"),
        (["--debug"], "--debug: expected programs that are built for their times, got debug builds"),
        (["--set", "--debug"], "--debug: expected programs that are built for their times, got debug builds"),
        (["--set", "--case", "sum"], "--set: expected all tests of a problem, run here, got --case"),
        (
            ["--set", "--tests", "cases"],
            "--set: expected a project, whose case files state limits, got a folder of tests",
        ),
    ],
)
def test_a_limit_is_set_or_said_to_be_safe_of_what_is_measured_of_a_whole_problem(
    project: Path, words: list[str], message: str
) -> None:
    before = (project / "cases" / "sum.yaml").read_bytes()
    done = run_here("limits", *words, cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{message}\n")
    assert (project / "cases" / "sum.yaml").read_bytes() == before


def test_a_package_that_is_judged_where_it_lies_is_left_as_it_is(tmp_path: Path) -> None:
    contest = '{"tasks": [{"directory": {"path": "a"}}]}'
    texts = {"contest.acc.json": contest, "a/tests/1.in": "1 2\n", "a/tests/1.out": "3\n", "a/a.py": ADDS}
    write_files(tmp_path, texts)
    done = run_here("limits", "--set", "--root", tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    wanted = "--set: expected a project, whose case files state limits"
    assert done.stderr == f"{wanted}, got a package (`judge import` makes a project of it)\n"


@pytest.mark.slow
def test_generated_puzzles_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    shown = run_here("generate", "2", "--seed", "4", cwd=tmp_path).stdout
    run_here("generate", "2", "--seed", "4", "--output", "p.txt", cwd=tmp_path)
    assert shown == (tmp_path / "p.txt").read_text()
    assert len([line for line in shown.splitlines() if len(line) == 162]) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["--reference", "nobody"], "expected one of the solutions adds.py", id="reference"),
        pytest.param(["--against", "nothing"], "--against: expected one of the baselines in ", id="baseline"),
        pytest.param(["--save", "../evil"], "expected the name of a baseline", id="name"),
        pytest.param(["--plot", "p.gif"], "expected a file .svg or .png, got 'p.gif'", id="picture"),
        pytest.param(["--precision", "0"], "expected a share such as 2% or 0.02, got '0'", id="precision"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_runs(
    project: Path, words: list[str], message: str
) -> None:
    done = run_here("bench", *words, cwd=project)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_a_set_is_judged_only_where_it_is_asked_for() -> None:
    assert "graded" not in run_here("list", cwd=REPOSITORY).stdout
    assert "graded/200" in run_here("list", "--cases", "cases/sets", cwd=REPOSITORY).stdout


def test_solutions_of_other_problems_are_not_compared(tmp_path: Path) -> None:
    two = A_PLUS_B + "  - id: large\n    input: |\n      5 6\n    output: |\n      11\n"
    solutions = dict.fromkeys(("max/a.py", "sum/a.py", "sum/b.py"), ADDS)
    write_project(tmp_path, solutions=solutions, cases={"max.yaml": A_PLUS_B, "sum.yaml": two})
    words = ["--rounds", "1", "--reference", "sum/b", "--json", "speeds.json"]
    done = run_here("bench", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("sum: it is not known which is faster, sum/b.py or sum/a.py\n")
    assert "\n3 solutions, 3 cases, 1 round" in done.stdout
    assert "geometric mean of 2 cases: sum\n" in done.stdout
    tables = json.loads((tmp_path / "speeds.json").read_bytes())["tables"]
    assert [
        (table["cases"], table["reference"], sorted(one["solution"] for one in table["standings"]))
        for table in tables
    ] == [
        (["max/small"], "max/a.py", ["max/a.py"]),
        (["sum/small"], "sum/b.py", ["sum/a.py", "sum/b.py"]),
        (["sum/large"], "sum/b.py", ["sum/a.py", "sum/b.py"]),
        (["sum/small", "sum/large"], "sum/b.py", ["sum/a.py", "sum/b.py"]),
    ]


def test_programs_that_print_different_outputs_are_named_without_an_answer(tmp_path: Path) -> None:
    for name, output in {"a.py": "1 2", "b.py": "1  2\\n", "c.py": "3"}.items():
        (tmp_path / name).write_text(f"print('{output}')\n")
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "1.in").write_text("")
    warning = "warning: outputs differ on test/1, where no answer says which are right"
    assert warning in run_here("bench", "a.py", "c.py", "--rounds", "1", cwd=tmp_path).stdout
    assert warning not in run_here("bench", "a.py", "b.py", "--rounds", "1", cwd=tmp_path).stdout
