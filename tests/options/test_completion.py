"""TAB in real shells. The offered names are the names in the loaded project."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, REPOSITORY, need, run_here, write_files, write_project
from terminals import Session, session

from judge.checkers.sites import PROFILES
from judge.commands import COMMANDS
from judge.commands.completion import table
from judge.library import folders
from judge.mistakes.table import MISTAKES
from judge.model.patterns import problem_of
from judge.options.completion import answer
from judge.options.declaration import SHORT_NAMES, list_arguments, load_command
from judge.packages.place import find_project

ANSWER = REPOSITORY / "judge" / "options" / "completion" / "answer.py"
# Each prints the words it got, which shows the line as a command receives it.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], """judge() { printf '<%s>' "$@"; echo '<>'; }"""),
    "zsh": (
        ["zsh", "-f", "-i"],
        """judge() { printf '<%s>' "$@"; echo '<>' }; autoload -U compinit; compinit -u -D""",
    ),
    "fish": (["fish", "--no-config", "-i"], "function judge; printf '<%s>' $argv; echo '<>'; end"),
}
TAKES = {"bash": 'eval "$({})"', "zsh": 'eval "$({})"', "fish": "{} | source"}
# The keys before TAB, and the words that the command receives.
TYPED = [
    ("ru", ["run"]),
    ("run --upd", ["run", "--update-expectations"]),
    ("run spac", ["run", "space d.py"]),
    ("run it", ["run", "it's.py"]),
    ("run col", ["run", "colon:ed.py"]),
    ("run colon:", ["run", "colon:ed.py"]),
    ("run dol", ["run", "dol$lar.py"]),
    ("run 'spac", ["run", "space d.py"]),
    ('run "dol', ["run", "dol$lar.py"]),
    ("run deep/in", ["run", "deep/inner.py"]),
    ("show deep/inner.py sum/sm", ["show", "deep/inner.py", "sum/small"]),
    ("run --case sum/sm", ["run", "--case", "sum/small"]),
    ("run --case=sum/sm", ["run", "--case=sum/small"]),
    ("run -c sum/sm", ["run", "-c", "sum/small"]),
    ("run -csum/sm", ["run", "-csum/small"]),
    ("run -xc=sum/sm", ["run", "-xc=sum/small"]),
    ("run --root elsewhere oth", ["run", "--root", "elsewhere", "other.py"]),
    ("run --compare tok", ["run", "--compare", "tokens"]),
    ("run --compare fl", ["run", "--compare", "float 1e-6"]),
    ("run --color al", ["run", "--color", "always"]),
    ("run --json res", ["run", "--json", "results.json"]),
    ("run --json=res", ["run", "--json=results.json"]),
    ("run --cases=else", ["run", "--cases=elsewhere"]),
    ("run --cases else", ["run", "--cases", "elsewhere"]),
    ("run -- spac", ["run", "--", "space d.py"]),
    ("run --case sum/small spac", ["run", "--case", "sum/small", "space d.py"]),
    ("mistakes no-sep", ["mistakes", "no-separators"]),
    ("stress --against=deep/in", ["stress", "--against=deep/inner.py"]),
    ("bench --against mon", ["bench", "--against", "monday"]),
    ("completion zs", ["completion", "zsh"]),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = ("space d.py", "it's.py", "colon:ed.py", "dol$lar.py", "deep/inner.py")
    root = write_project(tmp_path_factory.mktemp("project"), solutions=dict.fromkeys(names, ADDS))
    write_project(root / "elsewhere", solutions={"other.py": ADDS})
    (root / "results.json").write_text("{}")
    (root / ".judge" / "baselines").mkdir(parents=True)
    (root / ".judge" / "baselines" / "monday.json").write_text("{}")
    return root


def asked(project: Path, *words: str) -> list[str]:
    """Return the answer to the shells."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", ANSWER, "words", table(), "judge", *words],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return [line.partition("\t")[0] for line in done.stdout.splitlines()]


@pytest.fixture(scope="module", params=SHELLS)
def shell(request: pytest.FixtureRequest, project: Path) -> Iterator[Session]:
    words, shows = SHELLS[request.param]
    need(words[0])
    script = shlex.join([sys.executable, "-m", "judge", "completion", request.param])
    with session(words, cwd=project, columns=200, HOME=str(project), TERM="dumb") as opened:
        opened.press(f"{shows}\n{TAKES[request.param].format(script)}\necho re''ady\n")
        opened.see(lambda: b"ready" in opened.written)
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "got"), TYPED, ids=str)
def test_tab_completes_what_was_begun(shell: Session, typed: str, got: list[str]) -> None:
    before = len(shell.written)
    shell.press(f"judge {typed}\t\n")
    shell.see(lambda: b"<>" in shell.written[before:])
    # zsh removes the last `/` of a folder.
    written = shell.written[before:].decode().replace("/>", ">")
    assert "".join(f"<{word}>" for word in got) + "<>" in written


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_is_completed(name: str, project: Path) -> None:
    options = {each.name for each in list_arguments(load_command(name).arguments) if each.is_option}
    assert asked(project, name, "-") == asked(project, name, "--")
    assert {*asked(project, name, "--")[1:]} == {*options, "--help"}


def test_commands_and_options_have_descriptions_in_shells_that_show_them(project: Path) -> None:
    """bash gets none, because it would insert them."""
    for mode, words, shown in (
        ("words", ["ru"], f"run\t{COMMANDS['run']}"),
        ("typed", ["ru"], f"run\t{COMMANDS['run']}"),
        ("words", ["run", "--fail"], "--fail-fast\tskip the rest"),
    ):
        done = subprocess.run(
            [sys.executable, "-I", "-S", ANSWER, mode, table(), "judge", *words],
            cwd=project,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[1].startswith(shown)
    done = subprocess.run(
        [sys.executable, "-I", "-S", ANSWER, "line", table(), "judge ru", " "],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "names\nrun\n"


def test_without_a_project_programs_are_offered_and_folders_of_tests_after_a_letter(tmp_path: Path) -> None:
    (tmp_path / "test").mkdir()
    for name in ("a.cpp", "notes.md", "test/1.in"):
        (tmp_path / name).write_text("")
    assert asked(tmp_path, "run", "") == ["names", "a.cpp"]
    assert asked(tmp_path, "run", "t") == ["names", "test"]


def test_an_option_that_was_given_is_not_offered_again_unless_it_may_be_repeated(project: Path) -> None:
    left = asked(project, "run", "--json", "x", "--case", "sum", "--cold", "--")
    assert {"--json", "--cold"}.isdisjoint(left)
    assert "--case" in left


@pytest.mark.parametrize("name", COMMANDS)
def test_a_letter_is_completed_as_its_option(
    name: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    monkeypatch.syspath_prepend(REPOSITORY / "judge" / "cases")

    def names(*words: str) -> list[str]:
        answer.main("words", table(), "judge", name, *words)
        kind, *found = capsys.readouterr().out.splitlines()
        return [kind, *(line.partition("\t")[0] for line in found)]

    options = {each.name: each for each in list_arguments(load_command(name).arguments) if each.is_option}
    for letter, option in SHORT_NAMES.items():
        if option not in options:
            assert names(letter) == ["names"]
            continue
        assert names(letter) == ["names", letter]
        assert names(letter, "--") == names(option, "--")
        assert names(letter, "s") == names(option, "s")
        if options[option].kind:
            values = [value.removeprefix(f"{option}=") for value in names(f"{option}=s")[1:]]
            for start in (letter, f"{letter}=", *([f"-x{letter[1]}"] if "--fail-fast" in options else [])):
                assert names(f"{start}s")[1:] == [start + value for value in values]


LAYOUTS = {
    "pairs/1.in": "pairs/1.out",
    "deep/secret/02.in": "deep/secret/02.ans",
    "bare/7": "bare/7.a",
    "words/in1.txt": "words/out1.txt",
    "longer/input3.txt": "longer/output3.txt",
    "apart/input/4.txt": "apart/output/4.txt",
    "short/in/5": "short/out/5",
    "stated/9.in": "stated/9.out",
}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with cases in every layout."""
    cases = {name: "1 2\n" for pair in LAYOUTS.items() for name in pair}
    cases |= {
        "stated.yaml": "time: 3s\n",
        "sum.yaml": A_PLUS_B,
        "flow.yaml": 'cases: [{id: one, input: a, output: b}, {input: a, output: b, id: "two"}]\n',
    }
    solutions = {"all.py": "# judge: {problems: '*'}\n", "deep/inner.py": ""}
    return write_project(tmp_path_factory.mktemp("many"), solutions=solutions, cases=cases)


@pytest.mark.slow
@pytest.mark.parametrize("of_repository", [False, True], ids=["every layout", "repository"])
def test_names_are_those_of_the_loaded_project(many: Path, of_repository: bool) -> None:
    root = REPOSITORY if of_repository else many
    loaded = folders.read(find_project(root))
    problems = {problem_of(case.id) for case in loaded.cases}
    names = {solution.name for solution in loaded.solutions}
    assert {*asked(root, "run", "")[1:]} == names | problems
    assert {*asked(root, "show", "")[1:]} == names
    assert {*asked(root, "run", "--case", "")[1:]} == problems
    for problem in problems:
        ids = {case.id for case in loaded.cases if problem_of(case.id) == problem}
        assert {*asked(root, "run", "--case", f"{problem}/")[1:]} == ids


def test_lists_are_those_of_the_judge(project: Path) -> None:
    assert asked(project, "mistakes", "")[1:] == list(MISTAKES)
    assert asked(project, "run", "--compare", "")[1:] == [*PROFILES, "float 1e-6", "decimals 1e-6", "any"]
    assert asked(project, "")[1:] == list(COMMANDS)


@pytest.mark.parametrize("of_user", [False, True], ids=["the project's file", "the user's file"])
@pytest.mark.parametrize("folder", ["project", "project/notes", "programs"])
def test_files_state_where_the_folders_are_and_what_else_is_a_language(
    of_user: bool, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = 'solutions = "src/solutions"\ncases = "src/cases"\n'
    language = '[{}languages.Foo]\nsuffixes = [".foo"]\nrun = "foo {{folder}}/{{file}}"\n'
    project, programs, config = tmp_path / "project", tmp_path / "programs", tmp_path / "judge"
    write_project(project / "src", solutions={"a.py": ADDS, "b.foo": "", "c.txt": ""})
    write_files(programs, {"a.py": ADDS, "b.foo": "", "c.txt": "", "1.in": "", "1.out": ""})
    (project / "notes").mkdir()
    if of_user:
        write_files(config, {"config.toml": places + language.format("")})
    else:
        write_files(project, {"pyproject.toml": f"[tool.judge]\n{places}{language.format('tool.judge.')}"})
        write_files(programs, {"pyproject.toml": language.format("tool.judge.")})
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path / folder)
    names = [solution.name for solution in folders.read(find_project(None)).solutions]
    assert names == ["a.py", "b.foo"]
    assert asked(tmp_path / folder, "show", "")[1:] == names


def test_a_table_beside_programs_makes_no_project(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ADDS)
    (tmp_path / "pyproject.toml").write_text("[tool.judge]\n")
    assert asked(tmp_path, "run", "") == ["names", "a.py"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [("run", "x"), ("run", "--case", "s"), ("bench", "--save", "")])
@pytest.mark.parametrize("broken", ["pyproject.toml", "cases", "solutions"])
def test_a_broken_project_completes_nothing_and_says_nothing(
    tmp_path: Path, broken: str, words: tuple[str, ...]
) -> None:
    write_project(tmp_path, solutions={"a.py": ADDS})
    if broken == "pyproject.toml":
        (tmp_path / broken).write_text("[tool.judge")
    else:
        shutil.rmtree(tmp_path / broken)
        (tmp_path / broken).write_text("no folder")
    assert asked(tmp_path, *words)[1:] == []


def test_no_name_commands_the_terminal_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    cases = {"sum.yaml": "cases: [{id: 'a\x1b[2J'}, {id: b}]", "\x1b[2J.yaml": "", "\x1b[2J/1.in": ""}
    write_project(tmp_path, solutions={"\x1b[2J.py": "", "new\nline.py": "", "a.py": ""}, cases=cases)
    os.mkfifo(tmp_path / "cases" / "pipe.yaml")
    os.mkfifo(tmp_path / "solutions" / "pipe.py")
    assert asked(tmp_path, "run", "")[1:] == ["a.py", "pipe.py", "sum"]
    assert asked(tmp_path, "run", "--case", "sum/")[1:] == ["sum/b"]
    assert asked(tmp_path, "run", "--case", "pipe")[1:] == []


def test_baselines_are_looked_for_through_no_link(project: Path, tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"a.py": ""})
    assert asked(project, "bench", "--against", "")[1:] == ["monday"]
    (tmp_path / ".judge").symlink_to(project / ".judge")
    assert asked(tmp_path, "bench", "--against", "")[1:] == []
    (tmp_path / ".judge").unlink()
    (tmp_path / ".judge").mkdir()
    (tmp_path / ".judge" / "baselines").symlink_to(project / ".judge" / "baselines")
    assert asked(tmp_path, "bench", "--against", "")[1:] == []


@pytest.mark.parametrize("words", [("walk", ""), ("run", "--walk", "a"), ("run", "--walk=x"), ("list", "x")])
def test_what_nobody_knows_is_followed_by_nothing(project: Path, words: tuple[str, ...]) -> None:
    assert asked(project, *words)[1:] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_printed_for_each_shell(shell: str, project: Path) -> None:
    done = run_here("completion", shell, cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert shlex.quote(table()) in done.stdout
    assert "@ANSWER@" not in done.stdout


def test_some_mistakes_are_shown_by_their_names(project: Path) -> None:
    done = run_here("mistakes", "no-separators", "cr-lf", cwd=project)
    shown = [line.split()[0] for line in done.stdout.splitlines()[::2]]
    assert (done.returncode, shown) == (0, ["no-separators", "cr-lf"])
    wrong = run_here("mistakes", "no-separator", cwd=project)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean no-separators?" in wrong.stderr
