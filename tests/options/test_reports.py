"""Reports are opened before the work, and each is written even if another fails."""

import json
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import ADDS, JUDGE, environment, run_here, write_project

from judge.options.reports import Report, open_reports
from judge.platform.errors import InputErrors, UsageError

STRESS = ["stress", "adds.py", "--generator", "gen.py", "--budget", "500ms"]
SPEAKERS = [
    pytest.param(["run", "--json", "-"], "results", id="run"),
    pytest.param(["bench", "--rounds", "1", "--warmups", "0", "--json", "-"], "timings", id="bench"),
    pytest.param([*STRESS, "--json", "-"], "cases", id="stress"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "gen.py").write_text("import sys\nprint(*sys.argv[1:])\n")
    return write_project(tmp_path, solutions={"adds.py": ADDS})


def asked(option: str, path: Path | None, data: bytes = b"new") -> Report[bytes]:
    return Report(option, path, lambda value: value + data)


def test_what_is_not_asked_for_is_not_made(tmp_path: Path) -> None:
    def never(value: bytes) -> bytes:
        raise AssertionError

    with open_reports(Report("--csv", None, never), asked("--json", tmp_path / "a")) as write:
        write(b"very ")
    assert (tmp_path / "a").read_bytes() == b"very new"


def test_all_is_opened_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(InputErrors), open_reports(asked("--json", tmp_path / "no" / "a")):
        raise AssertionError


@pytest.mark.parametrize("second", ["a.json", "./a.json", "link", "-"])
def test_two_options_that_name_the_same_file_are_refused(
    second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("a.json")
    first = Path("-" if second == "-" else "a.json")
    with (
        pytest.raises(UsageError) as raised,
        open_reports(asked("--json", first), asked("--csv", Path(second))),
    ):
        raise AssertionError
    assert str(raised.value) == f"--csv: expected another file than that of --json, got '{Path(second)}'"
    assert not Path("a.json").exists()


def test_a_report_that_cannot_be_written_costs_no_other(tmp_path: Path) -> None:
    paths = [Path("/dev/full"), tmp_path / "a", tmp_path / "b"]
    with (
        pytest.raises(InputErrors, match="/dev/full: expected a file that can be written"),
        open_reports(*(asked(f"--{number}", path) for number, path in enumerate(paths))) as write,
    ):
        write(b"")
    assert [path.read_bytes() for path in paths[1:]] == [b"new", b"new"]


@pytest.mark.parametrize(("words", "key"), SPEAKERS)
def test_standard_output_holds_the_report_alone_and_the_rest_goes_to_standard_error(
    words: list[str], key: str, project: Path
) -> None:
    done = run_here(*words, cwd=project)
    assert done.returncode == 0
    assert json.loads(done.stdout)[key]
    assert "adds.py" in done.stderr
    assert not (project / "-").exists()


def test_a_full_disk_under_the_report_is_one_line(project: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*JUDGE, "run", "--json", "-", "--color", "never"],
            cwd=project,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=120,
        )
    assert done.returncode == 2
    assert done.stderr.endswith(
        "standard output: expected room for the results, got: No space left on device\n"
    )


def test_results_that_a_report_did_not_take_are_kept_for_the_next_run(project: Path) -> None:
    assert run_here("run", "--json", "/dev/full", cwd=project).returncode == 2
    done = run_here("run", "--resume", "--json", "-", cwd=project)
    assert "1 test, 1 from 2" in done.stderr
    assert json.loads(done.stdout)["results"]


def test_nothing_is_left_of_a_report_that_was_made_wrong(tmp_path: Path) -> None:
    def wrong(value: bytes) -> bytes:
        raise ZeroDivisionError

    make: Callable[[bytes], bytes] = wrong
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), open_reports(Report("--json", tmp_path / "a", make)) as write:
        write(b"")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


REWRITERS = [
    pytest.param(["run", "--update-expectations", "--yes"], "solutions/misses.py", id="expectations"),
    pytest.param(["limits", "--set", "adds.py"], "cases/sum.yaml", id="limits"),
    pytest.param([*STRESS, "--keep", "found", "misses.py"], "cases/sum.yaml", id="a found case"),
    pytest.param(["run", "adds.py", "--json", "out"], "out", id="a report"),
    pytest.param(["show", "adds.py", "sum/small", "--save", "."], "sum/small.1.out", id="what show saves"),
    pytest.param(["generate", "1", "--output", "out"], "out", id="generated puzzles"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "file"), REWRITERS)
def test_a_file_that_a_command_rewrites_keeps_its_mode(words: list[str], file: str, project: Path) -> None:
    write_project(project, solutions={"misses.py": ADDS.replace("sum(", "-sum(")})
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).touch()
    before = (project / file).read_bytes()
    (project / file).chmod(0o750)
    done = run_here(*words, cwd=project)
    assert (project / file).read_bytes() != before, done.stderr
    assert stat.S_IMODE((project / file).stat().st_mode) == 0o750
