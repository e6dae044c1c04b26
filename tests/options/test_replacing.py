"""No option that writes a file replaces a program, a test or settings."""

from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, run_here, write_files, write_project
from test_declaration import DECLARED, read, with_value

from judge.options.declaration import Argument
from judge.options.kinds import PICTURE
from judge.platform.errors import UsageError

# Arguments for files that are read.
READ = {
    ("limits", "--from"),
    ("report", "FILE"),
    ("try", "--input"),
    ("try", "--interactor"),
    ("evaluate", "FILE"),
    ("evaluate", "--dataset"),
    ("similar", "--template"),
    ("import", "FILE"),
    ("serve", "--token-file"),
}
# It adds to its own results only, see test_evaluate.py.
ADDED = {("evaluate", "--out")}
WRITTEN = [
    pytest.param(command, argument, id=f"{command} {argument.name}")
    for command, arguments in DECLARED.items()
    for argument in arguments
    if argument.kind and argument.kind.metavar == "FILE" and (command, argument.name) not in READ | ADDED
]
AWK = '[tool.judge.languages.awk]\nsuffixes = [".awk"]\nrun = "awk -f {folder}/{file}"\n'
SOURCES = {
    **dict.fromkeys(("b.py", "a.CPP", "A.java", "parts.hpp", "below/c.awk"), "kept"),
    **dict.fromkeys(("1.in", "1.out", "1.ans", "in7.txt", "out7.txt", "x/05", "x/05.a", "p.prob"), "kept"),
    **dict.fromkeys(("sums.yaml", "sums.yml", "problem.xml", "contest.acc.json"), "kept"),
    "pyproject.toml": AWK,
}


def test_there_are_options_that_write_files() -> None:
    assert len(WRITTEN) > 20
    assert {
        (command, one.name) for command, arguments in DECLARED.items() for one in arguments
    } > READ | ADDED


@pytest.mark.parametrize(("command", "argument"), WRITTEN)
def test_no_file_that_is_written_replaces_a_program_a_test_or_settings(
    command: str, argument: Argument, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write_files(tmp_path, SOURCES))
    link = Path("link.svg")
    for name in SOURCES:
        link.unlink(missing_ok=True)
        link.symlink_to(name)
        for path in [link] if argument.kind is PICTURE else [link, Path(name)]:
            with pytest.raises(UsageError) as raised:
                read(with_value(command, argument, str(path)))
            what = "which looks like a program, a test or settings"
            got = f"expected a file to write to, got '{path}', {what}"
            assert str(raised.value) == f"{argument.name}: {got}"


@pytest.mark.parametrize(("command", "argument"), WRITTEN)
def test_other_files_are_replaced_and_new_ones_may_have_any_name(
    command: str, argument: Argument, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A faulty table of languages is reported by what needs it."""
    monkeypatch.chdir(write_files(tmp_path, {"pyproject.toml": "[tool.judge]\nlanguages = 3\n"}))
    names = ["there.svg", "there.png", "new.svg", "/dev/../out.svg"]
    write_files(tmp_path, {"there.svg": "old", "there.png": "old"})
    if argument.kind is not PICTURE:
        names += ["there.json", "there.txt", "there", "new.py", "1.out", "-", "/dev/null"]
        write_files(tmp_path, {"there.json": "old", "there.txt": "old", "there": "old"})
    for name in names:
        assert read(with_value(command, argument, name))


def test_a_program_that_is_named_as_an_output_is_kept(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={"adds.py": ADDS})
    for words in (["run", "--json"], ["generate", "1", "--output"], ["verify", "--junit"]):
        for file in ("solutions/adds.py", "cases/sum.yaml"):
            assert run_here(*words, file, cwd=project).returncode == 2
    assert (project / "solutions/adds.py").read_text() == ADDS
    assert (project / "cases/sum.yaml").read_text() == A_PLUS_B
