"""`judge new` makes a problem from a template, which can be judged at once. It overwrites nothing."""

from pathlib import Path

import pytest
from helpers import ADDS, run_here, write_project
from languages import every_language, require

from judge.model.programs import Language


def made_in(folder: Path) -> list[str]:
    """List all files below a folder, except the judge's own."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())
    return sorted(path.as_posix() for path in paths if path.parts[0] != ".judge")


def templates(home: Path, **files: str) -> dict[str, str]:
    """An environment whose user has these templates, by their suffixes."""
    folder = home / "judge" / "templates"
    folder.mkdir(parents=True)
    for suffix, source in files.items():
        (folder / f"template.{suffix}").write_text(source)
    return {"XDG_CONFIG_HOME": str(home)}


@every_language
def test_what_begins_in_any_language_is_accepted_on_its_first_test(row: Language, tmp_path: Path) -> None:
    require(row)
    done = run_here("new", "sum", "--language", row.name, cwd=tmp_path)
    program = f"solutions/sum{row.suffixes[0]}"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"cases/sum\n{program}\n"
    assert made_in(tmp_path) == ["cases/sum/1.in", "cases/sum/1.out", program]
    assert (tmp_path / program).stat().st_size
    done = run_here("run", "--time", "60", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "1 still empty\n" in done.stdout


def test_one_problem_after_the_other_is_of_one_project(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run_here("new", name, "--language", "python", cwd=tmp_path).returncode == 0
    run_here("new", "c", "--language", "python", cwd=tmp_path / "solutions")
    (tmp_path / "cases" / "b" / "1.out").write_text("3\n")
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 1
    assert "3 solutions, 3 cases of 3 problems: 1 failed, 2 still empty\n" in done.stdout


@pytest.mark.parametrize(
    ("others", "row", "whole"),
    [
        pytest.param({}, "1 test still empty", "1 still empty", id="alone"),
        pytest.param({"2.in": "", "2.out": ""}, "2 tests still empty", "2 still empty", id="next to another"),
        pytest.param({"2.in": "a\n", "2.out": "a\n"}, "2/2 passed", "2 passed", id="next to a written one"),
        pytest.param(
            {"2.in": "a\n", "2.out": "b\n"}, "1/2 passed", "1 passed, 1 failed", id="next to one that fails"
        ),
        pytest.param(
            {"2.in": "a\n"}, "1/2 passed, 1 without an answer", "1 passed, 1 without", id="unanswered"
        ),
    ],
)
def test_an_empty_test_passes_as_others_do_unless_the_problem_has_no_others(
    others: dict[str, str], row: str, whole: str, tmp_path: Path
) -> None:
    copy = "import sys\nprint(sys.stdin.read(), end='')\n"
    tests = {"copy/1.in": "", "copy/1.out": "", **{f"copy/{name}": text for name, text in others.items()}}
    write_project(tmp_path, solutions={"copy.py": copy}, cases=tests)
    lines = run_here("run", cwd=tmp_path).stdout.splitlines()
    (own,) = [line for line in lines if line.startswith("copy.py  ")]
    assert own.endswith(row)
    (summary,) = [line for line in lines if line.startswith("1 solution x ")]
    assert f": {whole}" in summary


def test_a_project_says_where_its_folders_are_and_what_its_languages_are(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.judge]\nsolutions = "src"\ncases = "data"\n'
        '[tool.judge.languages.shell]\nsuffixes = [".sh"]\nrun = "sh {folder}/{file}"\nnothing = ":\\n"\n'
    )
    for folder in ("src", "data", "elsewhere"):
        (tmp_path / folder).mkdir()
    done = run_here("new", "sum", "--language", "shell", "--root", "..", cwd=tmp_path / "elsewhere")
    assert (done.returncode, done.stderr) == (0, "")
    assert made_in(tmp_path) == ["data/sum/1.in", "data/sum/1.out", "pyproject.toml", "src/sum.sh"]
    assert (tmp_path / "src" / "sum.sh").read_text() == ":\n"


def test_a_program_begins_as_the_users_template_for_its_language(tmp_path: Path) -> None:
    mine = templates(tmp_path / "config", py="# mine\n", cc="// mine\n")
    project = tmp_path / "project"
    project.mkdir()
    for name, language in {"p": "python", "q": "cpp", "r": "c"}.items():
        assert run_here("new", name, "--language", language, cwd=project, env=mine).returncode == 0
    assert (project / "solutions" / "p.py").read_text() == "# mine\n"
    assert (project / "solutions" / "q.cc").read_text() == "// mine\n"
    assert (project / "solutions" / "r.c").read_text().startswith("#include")


def test_the_language_is_that_of_the_only_template_else_cpp(tmp_path: Path) -> None:
    for number, (files, suffix) in enumerate([((), "cpp"), (("py",), "py"), (("py", "rs"), "cpp")]):
        home = tmp_path / str(number)
        mine = templates(home / "config", **dict.fromkeys(files, ""))
        run_here("new", "sum", cwd=home, env=mine)
        assert (home / "solutions" / f"sum.{suffix}").is_file()


def test_templates_lie_below_the_home_unless_an_absolute_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    templates(tmp_path / ".config", py="# home\n")
    project = tmp_path / "project"
    project.mkdir()
    for number, named in enumerate(({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "elsewhere"})):
        run_here("new", f"p{number}", cwd=project, env={"HOME": str(tmp_path), **named})
        assert (project / "solutions" / f"p{number}.py").read_text() == "# home\n"


@pytest.mark.parametrize(
    "there", ["cases/sum", "cases/sum.yaml", "cases/sum.yml", "solutions/sum.py"], ids=lambda name: name[-8:]
)
@pytest.mark.parametrize("kind", ["file", "folder", "link to nothing"])
def test_nothing_is_overwritten(there: str, kind: str, tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"other.py": ADDS}, cases={})
    path = tmp_path / there
    if kind == "file":
        path.write_text("mine")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("nothing")
    before = made_in(tmp_path)
    done = run_here("new", "sum", "--language", "python", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"{there}: expected a new path, got one that exists; choose another name or remove it\n"
    )
    assert made_in(tmp_path) == before


def test_where_a_part_cannot_be_made_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "solutions").write_text("a file")
    done = run_here("new", "sum", "--language", "python", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "solutions: expected a folder that can be written, got: File exists\n"
    assert made_in(tmp_path) == ["solutions"]


@pytest.mark.parametrize("table", ["", "[tool.judge]\n"])
def test_a_folder_of_programs_is_not_made_a_project(table: str, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int main() {}\n")
    (tmp_path / "pyproject.toml").write_text(table)
    done = run_here("new", "b", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "expected a project, or a folder without programs, got one with a.cpp\n"
    assert made_in(tmp_path) == ["a.cpp", "pyproject.toml"]


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../a", "a/b", "a b", "-", "é", "a\n", ".a", "\x1b[2J", "a" * 300]
)
def test_what_is_no_name_is_one_line(name: str, tmp_path: Path) -> None:
    done = run_here("new", "--language", "python", "--", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.isprintable()
    assert made_in(tmp_path) == []


def test_what_is_no_language_is_one_line(tmp_path: Path) -> None:
    done = run_here("new", "sum", "--language", "c++", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("--language: expected one of the languages ")
    assert "got 'c++'" in done.stderr
    assert made_in(tmp_path) == []


@pytest.mark.parametrize("words", [["sum.py"], ["sum.cc"], ["sum.py", "--language", "python"]])
def test_a_name_with_the_suffix_of_a_language_names_the_program(words: list[str], tmp_path: Path) -> None:
    done = run_here("new", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"cases/sum\nsolutions/{words[0]}\n"), done.stderr


def test_a_suffix_of_another_language_than_the_stated_one_is_refused(tmp_path: Path) -> None:
    done = run_here("new", "sum.py", "--language", "cpp", cwd=tmp_path)
    assert (done.returncode, made_in(tmp_path)) == (2, [])
    assert done.stderr == "--language: expected python, as in sum.py, got cpp\n"


def test_another_dot_belongs_to_the_name_of_the_problem(tmp_path: Path) -> None:
    assert run_here("new", "1.2", cwd=tmp_path).stdout == "cases/1.2\nsolutions/1.2.cpp\n"
