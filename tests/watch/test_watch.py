"""`judge run --watch` on a terminal: what is judged again, when, what is drawn, and what is left behind."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from helpers import A_PLUS_B, ADDS, run_judge, write_project
from terminals import HANG_S, Session, session, watching

from judge.work.journal import MOST_FILES

pytest.importorskip("watchfiles", reason="no watchfiles: pip install '.[watch]'")

WRONG = ADDS.replace("sum", "max")
# Longer than a test waits for anything.
SLEEPS = ADDS.replace("print", "import time; time.sleep(10000)\nprint")
LONG = ("--time", "999s", "--jobs", "1")
TWO_CASES = A_PLUS_B + '  - {id: large, input: "20 22", output: "42\\n"}\n'
# Less than half a second, after which what was found is believed, whatever it is.
PAUSE_S = 0.1


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two programs on two cases."""
    solutions = {"adds.py": ADDS, "other.py": ADDS}
    return write_project(tmp_path / "project", solutions=solutions, cases={"sum.yaml": TWO_CASES})


def in_place(path: Path, text: str) -> None:
    path.write_text(text)


def renamed(path: Path, text: str) -> None:
    """Save like vim: keep the old file under another name, and write a new one in its place."""
    new = path.with_name(".adds.py.swp")
    new.write_text(text)
    path.rename(path.with_name("adds.py~"))
    new.rename(path)
    path.with_name("adds.py~").unlink()


def in_halves(path: Path, text: str) -> None:
    with path.open("w") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        time.sleep(PAUSE_S)
        file.write(text[len(text) // 2 :])


def emptied(path: Path, text: str) -> None:
    path.write_text("")
    time.sleep(PAUSE_S)
    path.write_text(text)


def made_again(path: Path, text: str) -> None:
    path.unlink()
    time.sleep(PAUSE_S)
    path.write_text(text)


@pytest.mark.parametrize(
    "save",
    [
        in_place,
        renamed,
        *(pytest.param(save, marks=pytest.mark.slow) for save in (in_halves, emptied, made_again)),
    ],
)
def test_a_save_is_one_round_of_the_program_however_it_is_written(
    project: Path, save: Callable[[Path, str], None]
) -> None:
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        save(project / "solutions" / "adds.py", WRONG)
        page = terminal.see_page("2 of 4 judged")
        assert "adds.py on sum/small: WA, expected AC" in page
        terminal.rest(0.8)
        assert terminal.rounds == ["4 of 4 judged: 4 passed", "2 of 4 judged: 2 passed, 2 failed"]
        terminal.press("q")
        assert terminal.end() == 1


def test_a_change_judges_what_hangs_on_it_and_nothing_else(project: Path) -> None:
    cases = project / "cases" / "sum.yaml"
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        cases.write_text(TWO_CASES.replace("20 22", "21 21"))
        terminal.see(lambda: terminal.rounds[1:] == ["2 of 4 judged: 4 passed"])
        cases.write_text(f"# a comment\n{cases.read_text()}")
        terminal.see(lambda: terminal.rounds[2:] == ["0 of 4 judged: 4 passed"])
        (project / "solutions" / "adds.py").touch()
        terminal.see(lambda: terminal.rounds[3:] == ["0 of 4 judged: 4 passed"])
        write_project(project, solutions={}, cases={"../more/sum.yaml": A_PLUS_B})
        (project / "pyproject.toml").write_text('[tool.judge]\ncases = "more"\n')
        terminal.see(lambda: terminal.rounds[4:] == ["0 of 2 judged: 2 passed"])


def test_who_decides_of_a_case_is_one_of_the_things_that_it_hangs_on(tmp_path: Path) -> None:
    decided = TWO_CASES.replace("cases:", "checker: check.py\nprotocol: kattis\ncases:")
    solutions = {"sum/adds.py": ADDS, "other/adds.py": ADDS}
    project = write_project(
        tmp_path, solutions=solutions, cases={"sum.yaml": decided, "other.yaml": A_PLUS_B}
    )
    check = project / "cases" / "check.py"
    check.write_text("raise SystemExit(42)\n")
    with watching(project) as terminal:
        terminal.see_page("3 of 3 judged", "3 passed")
        check.write_text("raise SystemExit(43)\n")
        terminal.see_page("2 of 3 judged", "1 passed, 2 failed")


def test_what_a_sheet_of_programs_says_is_held_against_what_was_judged(project: Path) -> None:
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged", "4 passed")
        sheet = project / "solutions" / "submissions.yaml"
        sheet.write_text("adds.py: {permitted: [AC, WA], required: [WA]}\n")
        terminal.see_page("0 of 4 judged", "1 solution not as stated")


def test_what_is_built_with_a_program_is_watched_as_it_is(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={"main.py": "import parts\nprint(parts.total())\n"})
    parts = project / "solutions" / "parts.py"
    parts.write_text("def total():\n    return sum(map(int, input().split()))\n")
    with watching(project) as terminal:
        terminal.see_page("1 of 1 judged", "1 passed")
        parts.write_text("def total():\n    return 0\n")
        terminal.see_page("1 of 1 judged", "1 failed")


def test_a_link_is_watched_where_it_leads_to(project: Path, tmp_path: Path) -> None:
    far = tmp_path / "far" / "adds.py"
    far.parent.mkdir()
    (project / "solutions" / "adds.py").rename(far)
    (project / "solutions" / "adds.py").symlink_to(far)
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged", "4 passed")
        far.write_text(WRONG)
        terminal.see_page("2 of 4 judged", "2 failed")


def test_programs_come_and_go(project: Path) -> None:
    third = project / "solutions" / "third.py"
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        third.write_text(ADDS)
        terminal.see_page("2 of 6 judged", "third.py")
        third.unlink()
        assert "third.py" not in terminal.see_page("0 of 4 judged")
        third.write_text(ADDS)
        terminal.see_page("0 of 6 judged", "third.py")


@pytest.mark.parametrize("folder", ["solutions", "cases"])
def test_a_folder_that_is_back_needs_nothing_judged(project: Path, folder: str, tmp_path: Path) -> None:
    away = tmp_path / "away"
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        shutil.copytree(project / folder, away)
        shutil.rmtree(project / folder)
        terminal.see_page("expected the folders solutions/ and cases/ in .", "nothing to judge at")
        away.rename(project / folder)
        terminal.see_page("0 of 4 judged", "4 passed")
        (project / "solutions" / "adds.py").write_text(WRONG)
        terminal.see_page("2 of 4 judged", "2 failed")


@pytest.mark.parametrize(
    ("name", "half"),
    [
        pytest.param("cases/sum.yaml", "cases:\n  - id: [", id="cases"),
        pytest.param("pyproject.toml", "[tool.judge", id="pyproject"),
        pytest.param("solutions/adds.py", "# judge: {format: [\n", id="facts"),
    ],
)
def test_what_is_at_fault_is_told_until_it_is_mended(project: Path, name: str, half: str) -> None:
    path = project / name
    whole = path.read_text() if path.exists() else ""
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        path.write_text(half)
        terminal.see_page(f"{name}:" if path.suffix != ".toml" else name, "expected")
        path.write_text(whole)
        terminal.see_page("0 of 4 judged", "4 passed")
        path.write_text(half)
        terminal.see_page("expected", "q quit")
        terminal.see(lambda: "0 of 4" not in terminal.page)
        terminal.press("q")
        assert terminal.end() == 2
        assert name in terminal.after


def test_what_is_at_fault_from_the_start_can_be_mended(project: Path) -> None:
    cases = project / "cases" / "sum.yaml"
    cases.write_text("cases: [")
    with watching(project) as terminal:
        terminal.see_page("cases/sum.yaml:", "nothing to judge")
        cases.write_text(TWO_CASES)
        terminal.see_page("4 of 4 judged", "4 passed")


def test_files_that_are_no_part_of_the_project_begin_no_round(project: Path) -> None:
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        for name in (".adds.py.swp", "4913", "adds.py~", "#adds.py#"):
            (project / "solutions" / name).write_text("half")
        (project / "solutions" / "__pycache__").mkdir()
        (project / "solutions" / "__pycache__" / "adds.pyc").write_bytes(b"")
        (project / "notes.txt").write_text("")
        terminal.rest(0.8)
        (project / "solutions" / "adds.py").write_text(WRONG)
        terminal.see_page("2 of 4 judged")
        assert len(terminal.rounds) == 2


@pytest.mark.slow
def test_a_checkout_of_many_files_is_one_round(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={f"p{number}.py": ADDS for number in range(200)})

    def git(*words: str) -> None:
        names = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(["git", *names, *words], cwd=project, check=True, capture_output=True)

    git("init", "-q", "-b", "right")
    git("add", ".")
    git("commit", "-qm", "right")
    git("switch", "-qc", "wrong")
    for path in (project / "solutions").iterdir():
        path.write_text(f"# {path.name}\n{WRONG}")
    git("commit", "-qam", "wrong")
    git("switch", "-q", "right")
    with watching(project) as terminal:
        terminal.see_page("200 of 200 judged", "200 passed")
        git("switch", "-q", "wrong")
        terminal.see_page("200 of 200 judged", "200 failed")
        assert len(terminal.rounds) == 2


def test_a_change_stops_what_it_makes_pointless_and_keeps_the_rest(project: Path) -> None:
    slow = project / "solutions" / "slow.py"
    slow.write_text(SLEEPS)
    with watching(project, *LONG) as terminal:
        terminal.see_page("4/6")
        slow.write_text(ADDS)
        terminal.see_page("6 of 6 judged", "6 passed")
        assert len(terminal.rounds) == 1
    assert "\n6 tests, 6 from 2" in run_judge("run", *LONG, "--resume", cwd=project).stdout


def test_keys_judge_all_again_or_what_was_judged_last(project: Path) -> None:
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged", "q quit   a judge all   Enter judge 4 again")
        (project / "solutions" / "adds.py").write_text(WRONG)
        terminal.see_page("Enter judge 2 again")
        terminal.press("\r")
        terminal.see(lambda: terminal.rounds[2:] == ["2 of 4 judged: 2 passed, 2 failed"])
        terminal.press("a")
        terminal.see(lambda: terminal.rounds[3:] == ["4 of 4 judged: 2 passed, 2 failed"])
        terminal.press("x\x1b[A\t")
        terminal.press("\n")
        terminal.see(lambda: terminal.rounds[4:] == ["4 of 4 judged: 2 passed, 2 failed"])


@pytest.mark.parametrize(("source", "code"), [(ADDS, 0), (WRONG, 1)], ids=["as expected", "not"])
def test_quitting_gives_the_code_of_the_last_round_and_shows_it(
    project: Path, source: str, code: int
) -> None:
    (project / "solutions" / "adds.py").write_text(source)
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        terminal.press("q")
        assert terminal.end() == code
        assert terminal.is_restored
        assert "2 solutions x 2 cases: " in terminal.after


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        pytest.param(lambda terminal: terminal.press("\x03"), 130, id="Ctrl-C"),
        pytest.param(
            lambda terminal: terminal.process.terminate(), 143, id="SIGTERM", marks=pytest.mark.slow
        ),
        pytest.param(
            lambda terminal: terminal.process.send_signal(signal.SIGHUP),
            129,
            id="SIGHUP",
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.parametrize("is_under_way", [False, True], ids=["at rest", "under way"])
def test_the_terminal_is_given_back_at_any_end(
    project: Path, stop: Callable[[object], None], code: int, is_under_way: bool
) -> None:
    if is_under_way:
        (project / "solutions" / "slow.py").write_text(SLEEPS)
    with watching(project, *LONG) as terminal:
        terminal.see_page("4/6" if is_under_way else "4 of 4 judged")
        stop(terminal)
        assert terminal.end() == code
        assert terminal.is_restored
    if is_under_way:
        (project / "solutions" / "slow.py").write_text(ADDS)
    tests = 6 if is_under_way else 4
    assert f"\n{tests} tests, 4 from 2" in run_judge("run", *LONG, "--resume", cwd=project).stdout


def test_a_terminal_that_is_gone_ends_it(project: Path) -> None:
    with watching(project) as terminal:
        terminal.see_page("4 of 4 judged")
        terminal.hang_up()
        assert terminal.process.wait(HANG_S) == 129


def test_what_a_stopped_run_has_left_is_taken_over(project: Path) -> None:
    slow = project / "solutions" / "slow.py"
    slow.write_text(SLEEPS)
    with watching(project, *LONG) as terminal:
        terminal.see_page("4/6")
        terminal.press("\x03")
        terminal.end()
    slow.write_text(ADDS)
    with watching(project, *LONG, "--resume") as terminal:
        terminal.see_page("2 of 6 judged", "6 passed", "6 tests, 4 from 2")
        (project / "solutions" / "adds.py").write_text(f"{ADDS}\n")
        terminal.see_page("2 of 6 judged", "6 tests, 2 from 2")


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_it_can_be_put_to_sleep_and_goes_on(project: Path) -> None:
    with session(["bash", "--norc", "-i"], cwd=project) as terminal:
        terminal.press(f"{sys.executable} -m judge run --watch\n")
        terminal.see_page("4 of 4 judged")
        terminal.press("\x1a")
        terminal.see(lambda: "Stopped" in terminal.after)
        (project / "solutions" / "adds.py").write_text(WRONG)
        terminal.press("fg\n")
        terminal.see_page("2 of 4 judged", "2 failed")
        terminal.press("q")
        terminal.see(lambda: "2 failed" in terminal.after and terminal.after.endswith(("# ", "$ ")))
        terminal.press("exit $?\n")
        assert terminal.end() == 1


@pytest.mark.parametrize(
    ("columns", "lines"),
    [(40, 10), *(pytest.param(*size, marks=pytest.mark.slow) for size in ((20, 4), (8, 2), (1, 1)))],
)
def test_a_small_terminal_gets_what_it_holds_and_is_told_of_the_rest(
    project: Path, columns: int, lines: int
) -> None:
    (project / "solutions" / "adds.py").write_text(WRONG)
    with watching(project, columns=columns, lines=lines) as terminal:
        terminal.see(lambda: len(terminal.pages) > 1 or (lines < 3 and terminal.pages))
        terminal.rest(0.5)
        assert len(terminal.page.splitlines()) <= lines
        if columns >= 40:
            assert re.search(r"\.\.\. \d+ more lines than this terminal holds", terminal.page)
        terminal.resize(100, 40)
        terminal.see_page("4 of 4 judged", "2 failed", "all of it: judge show adds.py sum/small", "q quit")
        assert "more line" not in terminal.page


def test_reports_are_those_of_the_last_round(project: Path) -> None:
    with watching(project, "--json", "out.json") as terminal:
        terminal.see_page("4 of 4 judged")
        verdicts = [entry["verdict"] for entry in json.loads((project / "out.json").read_bytes())["results"]]
        assert verdicts == ["AC"] * 4
        (project / "solutions" / "adds.py").write_text(WRONG)
        terminal.see_page("2 of 4 judged")
        verdicts = [entry["verdict"] for entry in json.loads((project / "out.json").read_bytes())["results"]]
        assert verdicts == ["WA", "WA", "AC", "AC"]
        assert len(terminal.rounds) == 2


def test_a_first_unexpected_verdict_skips_the_rest_of_a_solution_until_it_is_mended(project: Path) -> None:
    adds = project / "solutions" / "adds.py"
    with watching(project, "--fail-fast") as terminal:
        terminal.see_page("4 of 4 judged", "4 passed")
        adds.write_text(WRONG)
        terminal.see(lambda: terminal.rounds[1:] == ["2 of 4 judged: 2 passed, 1 failed, 1 skipped"])
        (project / "solutions" / "other.py").write_text(f"{ADDS}\n")
        terminal.see(lambda: terminal.rounds[2:] == ["2 of 4 judged: 2 passed, 1 failed, 1 skipped"])
        adds.write_text(ADDS)
        terminal.see_page("2 of 4 judged", "4 passed")


def test_programs_in_no_project_are_watched_with_their_tests(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ADDS)
    (tmp_path / "1.in").write_text("1 2\n")
    (tmp_path / "1.out").write_text("3\n")
    with watching(tmp_path, "a.py") as terminal:
        terminal.see_page("1 of 1 judged", "1 passed")
        (tmp_path / "test").mkdir()
        (tmp_path / "test" / "2.in").write_text("2 2\n")
        (tmp_path / "test" / "2.out").write_text("5\n")
        terminal.see_page("1 failed")


def test_a_file_that_is_written_on_and_on_keeps_nobody_from_looking(project: Path) -> None:
    is_over = threading.Event()

    def write() -> None:
        with (project / "solutions" / "log.txt").open("w") as file:
            while not is_over.wait(0.01):
                file.write("line\n")
                file.flush()

    with watching(project) as terminal, ThreadPoolExecutor(1) as pool:
        terminal.see_page("4 of 4 judged")
        writing = pool.submit(write)
        try:
            (project / "solutions" / "adds.py").write_text(WRONG)
            terminal.see_page("2 of 4 judged", "2 failed")
        finally:
            is_over.set()
        writing.result()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_whatever_was_written_in_between_the_end_is_what_a_run_finds(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    slow = ADDS.replace("print", "import time; time.sleep(0.3)\nprint")
    names = ["a.py", "b.py", "c.py"]
    project = write_project(tmp_path, solutions=dict.fromkeys(names, ADDS), cases={"sum.yaml": TWO_CASES})
    cases = project / "cases" / "sum.yaml"

    def step(terminal: Session) -> None:
        path = project / "solutions" / random.choice(names)
        random.choice(
            [
                lambda: renamed(path, random.choice([ADDS, WRONG, slow])),
                lambda: path.write_text(random.choice([ADDS, WRONG, slow, ""])),
                lambda: path.unlink(),
                lambda: cases.write_text(random.choice([TWO_CASES, A_PLUS_B, "cases: ["])),
                lambda: shutil.rmtree(path.parent),
                lambda: terminal.press(random.choice("a\r")),
                lambda: terminal.resize(random.randrange(1, 120), random.randrange(1, 50)),
            ]
        )()

    def verdicts(screen: str) -> list[list[str]]:
        rows = [line for line in screen.splitlines() if line.startswith(tuple(names))]
        return [re.findall(r"\b[A-Z]{2}!?(?!\S)", row) for row in rows]

    with watching(project) as terminal:
        terminal.see_page("6 of 6 judged")
        for _ in range(20):
            with suppress(FileNotFoundError):
                step(terminal)
            terminal.rest(random.choice([0, 0.02, 0.1, 0.3]))
            write_project(project, solutions={}, cases={})
        terminal.resize(100, 50)
        sources = {name: random.choice([ADDS, WRONG]) + f"# {name}" for name in names}
        write_project(project, solutions=sources, cases={"sum.yaml": f"# the end\n{TWO_CASES}"})
        done = run_judge("run", cwd=project)
        terminal.see(lambda: verdicts(terminal.page) == verdicts(done.stdout) and " of 6 " in terminal.page)
        terminal.press("q")
        assert terminal.end() == done.returncode
        assert verdicts(terminal.after) == verdicts(done.stdout)


def test_nothing_piles_up_from_round_to_round(project: Path) -> None:
    def opened(pid: int) -> int:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))

    path = project / "solutions" / "adds.py"
    with watching(project, "--jobs", "1") as terminal:
        terminal.see_page("4 of 4 judged")
        counts = []
        for number in range(1, 16):
            path.write_text(f"{ADDS}# {number}\n")
            terminal.see(lambda number=number: len(terminal.rounds) > number)
            counts.append(opened(terminal.process.pid))
        assert counts[-1] <= counts[4]
        assert len([*(project / ".judge").glob("results-*/*")]) <= MOST_FILES + 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["--update-expectations"], "expected one of --watch and --update-expect", id="rewrites"),
        pytest.param(["--json", "-"], "--json: expected a file with --watch", id="standard output"),
        pytest.param(["nobody"], "expected one of the solutions and problems", id="nobody"),
        pytest.param(["--root", "nowhere"], "expected the folders solutions/ and cases/", id="no project"),
    ],
)
def test_what_cannot_be_watched_is_told_in_a_line(project: Path, words: list[str], message: str) -> None:
    with watching(project, *words) as terminal:
        assert terminal.end() == 2
        lines = [line for line in terminal.after.splitlines() if line]
        assert len(lines) == 1
        assert message in lines[0]
        assert terminal.pages == []


def test_where_there_is_no_terminal_nothing_is_watched(project: Path) -> None:
    done = run_judge("run", "--watch", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--watch: expected a terminal as standard input, got none\n"
    with watching(project, TERM="dumb") as terminal:
        assert terminal.end() == 2
        assert "expected a terminal that can be drawn on" in terminal.after


def test_without_its_extra_the_way_to_it_is_told(project: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "watchfiles.py").write_text("raise ImportError\n")
    paths = os.pathsep.join(
        [str(tmp_path / "empty"), *filter(None, [os.environ.get("PYTHONPATH")]), *sys.path]
    )
    with watching(project, PYTHONPATH=paths) as terminal:
        assert terminal.end() == 2
        assert terminal.after == "--watch: expected watchfiles, got none: pip install 'watchfiles>=1.0'\n"
