"""Run every command of the pages and compare its output with the page, except for times."""

import importlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from itertools import pairwise, takewhile
from pathlib import Path
from zipfile import ZipFile

import pytest
from documents import (
    CASES,
    CONTEST_IN_CHINESE,
    IN_CHINESE,
    INTERACTIVE,
    LIBRARY,
    LINK,
    PAGES,
    README,
    RUN,
    TUTORIALS,
    Block,
    Command,
    assert_shows,
    blocks,
    commands,
    prose,
    read_picture,
    spans,
    typed,
    without_times,
)
from helpers import (
    CLUES,
    REPOSITORY,
    SOLVED,
    environment,
    need,
    need_compilers,
    run_here,
    write_files,
    write_project,
)

from judge import check
from judge.cases import settings
from judge.cases.case_file import CaseEntry, CaseFile
from judge.cases.loader import load_cases
from judge.commands import COMMANDS
from judge.mistakes.table import MISTAKES
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.options.declaration import list_arguments, load_command
from judge.packages.place import find_project
from judge.running.languages import LANGUAGES
from judge.solutions.facts import Facts
from judge.solutions.loader import load_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.subject import SET_KEY

DECLARED = {name: list(list_arguments(load_command(name).arguments)) for name in COMMANDS}
OPTIONS = {"--help", *(one.name for arguments in DECLARED.values() for one in arguments if one.is_option)}
# The README's first commands. `.ci/bare` runs them in a copy and a new environment.
INSTALLATION = [
    ("python3", "-m", "pip", "install", "."),
    ("python3", "-m", "pip", "install", ".[test]"),
    ("python3", "-m", "pytest", "-n", "auto"),
]
# Options of other programs: pytest, compilers, node, Dask.
FOREIGN_OPTIONS = {"--version", "--judge", "--durations", "--edition", "--check", "--resources"}
# Options of podman and Docker.
FOREIGN_OPTIONS |= {"--userns", "--build-arg", "--cap-drop", "--read-only", "--security-opt"}
# Options of oj and rbx.
FOREIGN_OPTIONS |= {"--tle", "--hack-actual", "--hack-expected", "--ff"}
# Arguments that Polygon gives validators and checkers.
FOREIGN_OPTIONS |= {"--testset", "--group"}
# The last value of an option counts. There is no terminal for questions.
SHORTER = {
    "--time": ("--time", "0.05"),
    "--up-to": ("--up-to", "0.1"),
    "bench": ("--time", "0.05", "--rounds", "1", "--warmups", "0"),
    "--update-expectations": ("--yes",),
    # Long enough for a first case on a busy machine.
    "stress": ("--budget", "3s"),
    "weak": ("--budget", "1s", "--most", "1"),
}
EXTRAS = {"--plot": ["matplotlib"], "--cluster": ["distributed", "cryptography"], "--html": ["jinja2"]}
# Words in the output of a newcomer's command; other commands print the program's name.
SAID = {
    "try": "3\n",
    "doctor": "in short",
    "debug": "Reading symbols",
    "import": "sums, tests in files: 1 test",
    "export": "upload.zip: ",
    "--against": "0 found",
    "killer_rows": " placements\n",
    "-": '"a.cpp"',
}
OUTPUTS = [block for block in blocks() if block.language == ""]
# `tests/stress/test_stress_page.py` and `test_weak_page.py` run these.
SEARCHES = [block for block in OUTPUTS if block.lines[0].startswith(("$ judge stress ", "$ judge weak "))]
SESSIONS = [block for block in OUTPUTS if block.lines[0].startswith("$ ") and block not in SEARCHES]
BENCHES = [block for block in OUTPUTS if "`judge bench " in block.paragraph]
# The other blocks of output, by their first word.
OTHERS = ["buffered.py", "row", "number", "luogu_blank_scan.py"]


def copied(root: Path, puzzles: slice) -> Path:
    """Copy the repository's solutions and cases, with these puzzles of the set."""
    for folder in ("solutions", "cases", "generators"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    path = root / "cases" / "sets" / "graded.txt"
    lines = [line for line in path.read_text().splitlines(keepends=True) if line[0] != "#"]
    path.write_text("".join(lines[puzzles]))
    return root


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with every twentieth puzzle of the set: two of each grade."""
    return copied(tmp_path_factory.mktemp("project"), slice(0, None, 20))


@pytest.fixture(scope="module")
def small_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the solutions that commands name, short time limits, and two puzzles in the set."""
    root = copied(tmp_path_factory.mktemp("small_project"), slice(2))
    words = " ".join(word for line in LINES.values() for command in line for word in command)
    for path in (root / "solutions").rglob("*.*"):
        if path.stem not in words:
            path.unlink()
    for path in (root / "cases").rglob("*.yaml"):
        path.write_text(re.sub(r"(?m)^time: .*$", "time: 50ms", path.read_text()))
    hasten_killer(root / "generators")
    write_test(root / "week1" / "test")
    (root / "week1" / "adds.py").write_text(ADDS)
    (root / "solutions" / "ann").mkdir()
    (root / "solutions" / "ann" / "scan.py").write_text('# judge: {format: luogu, expect: {"*": WA}}\n')
    for name in ("skeleton.py", "reader.py"):
        (root / name).write_text(ADDS)
    write_data_sets(root)
    return root


def write_data_sets(folder: Path) -> None:
    """A sample, and its problem in two formats."""
    test = {"input": "1 2\n", "output": "3\n"}
    files = {
        "samples.jsonl": {"id": "sum", "code": ADDS},
        "problems.jsonl": {"id": "sum", "tests": [test]},
        "test6.jsonl": {
            "question_id": "sum",
            "public_test_cases": json.dumps([test]),
            "private_test_cases": "[]",
        },
    }
    for name, record in files.items():
        (folder / name).write_text(f"{json.dumps(record)}\n")


def find_command(block: Block) -> Command:
    """Return the command that prints the block: its first line, or the command in the paragraph before it."""
    if block in SESSIONS:
        return commands(block.lines[0].removeprefix("$ "))[0]
    (span,) = [span for span in spans(block.paragraph) if span.startswith("judge bench ")]
    return commands(span)[0]


COMPARED = [[find_command(block)] for block in SESSIONS + BENCHES]
# In a package: tests/cases/test_loose_tests.py.
PACKAGES = commands("judge run --tests .")
# With a package as root: tests/packages/test_pages_of_origins.py.
LYING = [commands(line) for line in ("judge run --root sum-of-all", "judge run submissions/accepted/add.py")]
# With programs that are not in the small project: tests/test_generated.py.
GENERATED = commands("judge run --root tests/generated")
# In the example of a page: tests/checkers/test_interactive_page.py.
TALKS = [commands(line) for block in blocks([INTERACTIVE]) if block.language == "sh" for line in block.lines]
TALKS.append(commands("judge show one_by_one guess/1"))
# On a terminal: tests/watch/test_watch.py.
WATCHING = commands("judge run --watch")
# Commands that write: tests/commands/test_speed.py, test_new.py, tests/packages/test_packages_page.py and
# test_pages_of_origins.py.
WRITING = [
    line
    for line in typed()
    if any(
        "--set" in words
        or words[1] == "listen"
        or words[1:3] == ("export", "poj-2676")
        or (words[1] in ("new", "import") and words[2:])
        for words in line
    )
]
# By a plan: tests/commands/test_plans_page.py and tests/test_tutorials.py.
PLANNED = [line for line in typed() if line[0][1:2] == ("generate",) and not any(map(str.isdigit, line[0]))]
SEARCHED = [commands(block.lines[0].removeprefix("$ ")) for block in SEARCHES]
# A newcomer's commands: the README's, and all about `a.cpp`.
OTHERWISE_RUN = {
    *INSTALLATION,
    *(words for line in WRITING for words in line if words[1] in ("new", "listen")),
}
NEWCOMERS = [
    line
    for line in typed()
    if line[0] not in OTHERWISE_RUN
    and line not in SEARCHED
    and (line in typed([README]) or "a.cpp" in line[0])
]
# Until a signal: tests/serve/test_serve_process.py.
SERVING = [line for line in typed() if line[0][1:2] == ("serve",)]
ELSEWHERE = [*COMPARED, *WRITING, *PLANNED, *SERVING, PACKAGES, *LYING, GENERATED, WATCHING]
ELSEWHERE += [*TALKS, *SEARCHED, *NEWCOMERS]


def without_length(words: Command) -> Command:
    """Return the words without the budget and the seed of a search."""
    return tuple(
        word for before, word in pairwise(("", *words)) if not {before, word} & {"--budget", "--seed"}
    )


# A search that is there twice, with another budget or seed, runs once.
LINES = {
    tuple(map(without_length, line)): tuple(words for words in line if words[0] == "judge")
    for line in typed()
    if line not in ELSEWHERE
}


def bounded(words: Command) -> Command:
    """Return the words after `judge`, changed to take little time."""
    _, command, *rest = words
    if command not in DECLARED:
        # `judge help run`.
        return command, *rest
    needed = [one for one in DECLARED[command] if not one.is_option and not one.several]
    if needed and not rest:
        # Only the name of a command.
        return command, "--help"
    if command == "generate":
        rest[0] = "1"
    options = [word for word in rest if word.startswith("--")]
    return command, *rest, *(word for key in SHORTER if key in (command, *options) for word in SHORTER[key])


def run_bounded(
    words: Command, run: Callable[[Sequence[str]], subprocess.CompletedProcess[str]]
) -> subprocess.CompletedProcess[str]:
    """Run a command with a short budget, and with longer ones if the machine is too busy for that."""
    done = run(bounded(words))
    for budget in ("12s", "24s", "60s"):
        if "--budget: expected enough time" in done.stderr:
            done = run((*bounded(words), "--budget", budget))
    return done


def is_quick(words: Command) -> bool:
    return words[1] != "stress" and "--cluster" not in words


def require_tools_of(words: Command) -> None:
    """Skip unless the extras that the options need and the compilers of the named programs are installed."""
    need_compilers(words)
    if words[1] == "debug":
        need("gdb")
    for option, modules in EXTRAS.items():
        if option in words:
            for module in modules:
                pytest.importorskip(module)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=() if line in typed([README]) and is_quick(line[0]) else pytest.mark.slow)
        for line in NEWCOMERS
    ],
    ids=lambda line: "; ".join(map(" ".join, line)),
)
def test_a_newcomer_needs_nothing_but_programs_and_tests(line: list[Command], tmp_path: Path) -> None:
    (words,) = line
    require_tools_of(words)
    need("g++")
    given = write_folder(tmp_path, words)
    before = tuple(takewhile("<".__ne__, words))
    assert words[len(before) :] in ((), ("<", "test/sample-1.in"))

    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "judge", *words]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=environment(),
            input="1 2\n",
            capture_output=True,
            text=True,
            timeout=300,
        )

    done = run_bounded(before, run)
    assert done.returncode == 0, done.stderr
    assert next((said for key, said in SAID.items() if key in words), "a.cpp") in done.stdout
    made = {"solutions", "cases"} if words[1] == "import" else {".judge", *words}
    assert {path.name for path in tmp_path.iterdir()} <= given | made


ADDS_IN_CPP = (
    "#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n"
)
ADDS = "print(sum(map(int, input().split())))\n"


def write_test(folder: Path, answer: str = ".out") -> None:
    folder.mkdir(parents=True)
    (folder / "sample-1.in").write_text("1 2\n")
    (folder / f"sample-1{answer}").write_text("3\n")


def write_folder(folder: Path, words: Command) -> set[str]:
    """Write the files that a command needs, and return their names."""
    about = {
        "import": write_zip,
        "export": write_problem,
        "--root": write_package,
        "killer_rows": write_killer,
    }
    next((write for word, write in about.items() if word in words), write_programs)(folder)
    if "stress" in words:
        (folder / "gen.py").write_text("import sys\nprint(*sys.argv[1:])\n")
    return {path.name for path in folder.iterdir()}


def write_programs(folder: Path) -> None:
    """Two programs that add, and tests in several folders, one of which has a checker."""
    (folder / "a.cpp").write_text(ADDS_IN_CPP)
    (folder / "brute.py").write_text(ADDS)
    for name in ("test", "big", "several"):
        write_test(folder / name)
    (folder / "several" / "check.py").write_text(
        "import sys\nsys.exit(open(sys.argv[2]).read() != open(sys.argv[3]).read())\n"
    )


def write_zip(folder: Path) -> None:
    with ZipFile(folder / "sums.zip", "w") as zipped:
        zipped.writestr("sample-1.in", "1 2\n")
        zipped.writestr("sample-1.out", "3\n")


def write_problem(folder: Path) -> None:
    write_test(folder / "cases" / "sums")
    (folder / "solutions").mkdir()
    (folder / "solutions" / "a.cpp").write_text(ADDS_IN_CPP)


def write_package(folder: Path) -> None:
    write_test(folder / "sums" / "data" / "secret", ".ans")
    (folder / "sums" / "problem.yaml").write_text("name: Sums\n")
    (folder / "sums" / "submissions" / "accepted").mkdir(parents=True)
    (folder / "sums" / "submissions" / "accepted" / "a.cpp").write_text(ADDS_IN_CPP)


def write_killer(folder: Path) -> None:
    """A search from the pages, with its killer, the cases that it names, and their generator."""
    cases = [f"cases/{name}.yaml" for name in ("codevs", "farteryhr-hack", "row-killer")]
    for name in ("solutions/luogu_cell_walk.cpp", "generators/killer_rows.cpp", *cases):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / name, folder / name)
    hasten_killer(folder / "generators")


def hasten_killer(generators: Path) -> None:
    """Let each call of the generator take some 20 ms instead of two seconds."""
    path = generators / "killer_rows.cpp"
    before, after = path.read_text().split(" 90'000'000)")
    path.write_text(f"{before} 900'000){after}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", sorted({*LINES.values()} - {()}), ids=lambda line: "; ".join(map(" ".join, line))
)
def test_every_command_of_the_pages_works(line: tuple[Command, ...], small_project: Path) -> None:
    for words in line:
        require_tools_of(words)
        done = run_bounded(words, lambda words: run_here(*words, cwd=small_project))
        # 1: with so little time some verdict may differ.
        assert done.returncode in (0, 1), done.stderr
        assert done.stdout
        assert "Traceback" not in done.stderr


def test_what_is_not_the_judge_is_the_installation() -> None:
    assert [words for line in typed() for words in line if words[0] != "judge"] == INSTALLATION


def test_ci_installs_by_the_first_commands_below_the_heading_that_it_names() -> None:
    (heading,) = re.findall(r"/\^(## \w+)\$/", (REPOSITORY / ".ci" / "bare").read_text())
    lines = README.read_text().partition(f"\n{heading}\n")[2].split("\n```")[1].splitlines()[1:]
    assert [words for line in lines for words in commands(line)] == [
        INSTALLATION[0],
        ("judge", "run"),
        *INSTALLATION[1:],
    ]


def test_every_option_that_the_pages_name_is_one() -> None:
    named = {option for span in spans(prose()) for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", span)}
    assert len(named) > 15
    assert named <= OPTIONS | FOREIGN_OPTIONS


def test_the_pages_name_every_command_and_every_option() -> None:
    words = {word for page in PAGES for word in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", page.read_text())}
    assert {one.name for arguments in DECLARED.values() for one in arguments if one.is_option} <= words
    text = " ".join(page.read_text() for page in PAGES)
    assert [name for name in COMMANDS if f"judge {name}" not in text] == []


def test_every_block_of_the_pages_is_tried() -> None:
    assert {block.language for block in blocks()} == {
        "",
        "sh",
        "toml",
        "ini",
        "python",
        "cpp",
        "java",
        "yaml",
        "text",
    }
    # Programs that import the judge; tests/library/test_library.py runs them.
    assert {block.language for block in blocks([LIBRARY])} == {"python", "text"}
    rest = [block for block in OUTPUTS if block not in [*SESSIONS, *SEARCHES, *BENCHES]]
    assert [block.lines[0].partition(" ")[0] for block in rest] == OTHERS


# Output on the pages


def width_of(block: Block) -> Mapping[str, str]:
    return {"COLUMNS": str(max(80, *map(len, block.lines)))}


@pytest.mark.parametrize(
    ("shown", "right"),
    [
        ("a b c d", True),
        ("a ... d", True),
        ("... b ... d", True),
        ("a b ...", True),
        ("a b c", False),
        ("b c d", False),
        ("a ... c b ... d", False),
        ("a ... x", False),
        ("a ... d c", False),
    ],
)
def test_a_page_may_leave_lines_out_but_not_change_them(shown: str, right: bool) -> None:
    with nullcontext() if right else pytest.raises(AssertionError):
        assert_shows(shown.split(), list("abcd"))


def test_a_benchmark_is_compared_by_all_that_is_no_time() -> None:
    (block, whole_set) = BENCHES
    cells = tables(block.lines)["farteryhr-hack/turned"]
    assert cells["luogu_cell_walk.py"] == ["397,937"]
    assert cells["luogu_no_spaces.py"] == ["PE"]
    assert cells["poj_reverse_blanks.py"] == [">"]
    some = [re.sub("^1 ", "6/7 ", line) for line in whole_set.lines]
    assert tables(tuple(some))["geometric mean of 200 cases"]["luogu_fewest_candidates.cpp"] == ["6/7"]


@pytest.mark.parametrize("block", SESSIONS, ids=lambda block: block.lines[0])
def test_a_command_shows_what_the_page_shows(block: Block, project: Path) -> None:
    _, *shown = block.lines
    done = run_here(*find_command(block)[1:], cwd=project, env=width_of(block))
    assert done.stderr == ""
    assert_shows(shown, [line.rstrip() for line in done.stdout.rstrip().splitlines()])


def test_a_space_that_was_taken_out_is_shown_as_the_page_shows_it(project: Path, tmp_path: Path) -> None:
    (block,) = [block for block in OUTPUTS if block.lines[0].startswith("luogu_blank_scan.py on ")]
    shutil.copytree(project / "cases", tmp_path / "cases")
    source = (project / "solutions" / "luogu_blank_scan.py").read_text()
    write_project(
        tmp_path, solutions={"luogu_blank_scan.py": source.replace('end=" \\n"', 'end="\\n"')}, cases={}
    )
    done = run_here("run", "--case", "luogu-p1784", cwd=tmp_path, env=width_of(block))
    assert done.returncode == 1
    assert_shows(["...", *block.lines, "..."], [line.rstrip() for line in done.stdout.splitlines()])


def test_a_wrong_cell_is_told_as_the_page_tells_it(tmp_path: Path) -> None:
    (block,) = [block for block in OUTPUTS if block.lines[0].startswith("row ")]
    right = GRID_FORMATS["luogu"].encode_output([SOLVED])
    wrong = right.replace(b"5 3 4 ", b"5 3 5 ", 1).decode()
    (tmp_path / "clues.txt").write_bytes(CLUES + b"\n")
    case = "problem: P\nformat: luogu\ntime: 10s\nmemory: 256MiB\npuzzles: ../clues.txt\n"
    program = f"# judge: {{format: luogu}}\nprint({wrong!r}, end='')\n"
    write_project(tmp_path, solutions={"wrong.py": program}, cases={"p.yaml": case})
    done = run_here("run", cwd=tmp_path, env={"COLUMNS": "200"})
    assert f"wrong.py on p/1: WA, expected AC: {block.lines[0]}\n" in done.stdout


def test_a_wrong_number_is_told_as_the_page_tells_it() -> None:
    (block,) = [block for block in OUTPUTS if block.lines[0].startswith("number ")]
    found = check(b"1 2.5\nYes 3.1415\n", b"1 2.5\nYes 3.1416\n", profile="float 1e-6")
    assert found.message == block.lines[0]


_HEAD = re.compile(r"\d+ rounds? in [\d.]+ s|machine: .*|^.*, Python [\d.]+;")


def head(lines: tuple[str, ...]) -> list[str]:
    """Return the lines above the table, without times and machine."""
    start = next(at for at, line in enumerate(lines) if _HEAD.search(line))
    return [_HEAD.sub("", line) for line in lines[start : lines.index("", start)]]


def tables(lines: tuple[str, ...]) -> dict[str, dict[str, list[str]]]:
    """Return the tables of a benchmark by their titles, with everything about a solution except times.

    These are the number of solved cases, the kind of failure and the number of calls.
    """
    found: dict[str, dict[str, list[str]]] = {}
    title, calls_end = "", 0
    for before, line in pairwise(lines):
        if line.startswith("place "):
            title, calls_end = before, line.find("calls") + len("calls")
            found[title] = {}
        elif row := re.match(r"(\d\S*)? +([a-z_]+\.(?:py|cpp)) {2,}(\S+)", line):
            solved = re.findall(r"^\d+/\d+$", row[1] or "")
            failure = re.findall(r"^>|^[A-Z]{2}$", row[3])
            calls = re.findall(r" ([\d,]+)$", line[:calls_end]) if calls_end >= len("calls") else []
            found[title][row[2]] = solved + failure + calls
    return found


@pytest.mark.slow
@pytest.mark.parametrize("block", BENCHES, ids=lambda block: block.lines[0])
def test_a_benchmark_shows_what_the_page_shows(block: Block, project: Path) -> None:
    words = find_command(block)
    if any(word.endswith(".cpp") for word in words) and not shutil.which("g++"):
        pytest.skip("g++ is not installed")
    # Several times the needs of the right programs.
    shorter = ("--time", "0.6", "--rounds", "1", "--warmups", "0")
    # From the tenth second on, progress is on stderr.
    done = run_here(*words[1:], *shorter, cwd=project, env=width_of(block))
    assert done.returncode == 0, done.stderr
    found = tuple(line.rstrip().replace("10 cases", "200 cases") for line in done.stdout.splitlines())
    assert head(block.lines) == head(found)
    shown, measured = tables(block.lines), tables(found)
    assert shown
    assert shown.items() <= measured.items()


def test_the_first_example_is_judged_as_its_picture_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("g++")
    monkeypatch.syspath_prepend(REPOSITORY / "tools")
    pictures = importlib.import_module("take_pictures")
    first, in_chinese = ([block.lines for block in blocks([page])][:2] for page in (README, IN_CHINESE))
    assert first == in_chinese
    pictures.write_example(tmp_path)
    for _ in range(2):
        # The second run leaves out the lines that are printed once on a machine.
        done = run_here("run", "a.cpp", cwd=tmp_path, env={"COLUMNS": str(pictures.NARROW)})
    assert (done.returncode, done.stderr) == (1, "")
    shown, found = read_picture(REPOSITORY / "docs" / "failure.svg"), done.stdout.splitlines()
    assert until_manner(shown) == until_manner(found)


def until_manner(screen: Iterable[str]) -> list[str]:
    """Return the lines before the number of tests and workers, without times and blanks."""
    before = takewhile(lambda line: not re.match(r"\d+ tests? in ", line), screen)
    return ["".join(without_times(line).split()) for line in before if line.strip()]


def test_the_reference_has_the_declarations_of_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(REPOSITORY / "tools")
    reference = importlib.import_module("write_command_reference")
    assert reference.PAGE.read_text() == reference.format_page(), "run tools/write_command_reference.py"


def test_the_readmes_count_languages_and_mistakes() -> None:
    languages = {language.name for language in LANGUAGES.values()}
    mistakes = len(MISTAKES) // 10 * 10
    assert f"in {len(languages)} languages" in README.read_text()
    assert f"over {mistakes} formatting mistakes" in README.read_text()
    assert f"支持 {len(languages)} 种语言" in IN_CHINESE.read_text()
    assert f"{mistakes} 多种格式错误" in IN_CHINESE.read_text()


# Files on the pages


def example(page: Path, language: str, key: str = "") -> list[str]:
    """Return the page's only example in a language, or the only one that has a line with this key."""
    found = [list(block.lines) for block in blocks([page]) if block.language == language]
    (lines,) = [lines for lines in found if not key or any(line.startswith(f"{key}:") for line in lines)]
    return lines


def test_the_facts_of_the_page_are_facts(project: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("\n".join(example(CASES, "python")))
    (solution,) = load_solutions(tmp_path, collect_problems(load_cases(project / "cases")))
    assert solution.expectations


def test_the_case_of_the_page_is_a_case(project: Path, tmp_path: Path) -> None:
    (sample,) = [case for case in load_cases(project / "cases") if case.id == "luogu-p1784/sample"]
    rows = [sample.input.decode().splitlines(), sample.answer.decode().splitlines()]
    whole = []
    for line in example(CASES, "yaml", "cases"):
        if line.strip() == "...":
            whole += [f"      {row}" for row in rows.pop(0)[1:]]
        else:
            whole.append(line)
    (tmp_path / "luogu-p1784.yaml").write_text("\n".join(whole) + "\n")
    (case,) = load_cases(tmp_path)
    assert (case.id, case.answer, case.limits) == ("luogu-p1784/mine", sample.answer, sample.limits)


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("Keys of a case file", [*CaseFile.__struct_fields__, SET_KEY]),
        ("Keys of a case", CaseEntry.__struct_fields__),
        ("Keys of a header", Facts.__struct_fields__),
    ],
)
def test_the_tables_of_the_page_have_every_key(heading: str, keys: Sequence[str]) -> None:
    page = (REPOSITORY / "docs" / "case-files.md").read_text()
    below = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", below, re.MULTILINE)
    assert sorted(key for cell in cells for key in spans(cell)) == sorted(keys)


def test_the_page_has_every_verdict_from_best_to_worst() -> None:
    page = (REPOSITORY / "docs" / "verdicts.md").read_text()
    assert re.findall(r"^\| `([A-Z]+)` \|", page, re.MULTILINE) == [*Verdict.__members__]


def test_the_case_file_of_the_page_is_of_a_folder(tmp_path: Path) -> None:
    names = ("secret/02.in", "secret/02.ans", "secret/10.in", "secret/10.out", "notes.md")
    write_files(tmp_path / "two-sums", dict.fromkeys(names, "1 2\n"))
    without = load_cases(tmp_path)
    assert [case.id for case in without] == ["two-sums/secret/02", "two-sums/secret/10"]
    assert {case.limits for case in without} == {
        Limits(cpu_s=2.0, memory_bytes=256 << 20, output_bytes=16 << 20)
    }
    (tmp_path / "two-sums.yaml").write_text("\n".join(example(CASES, "yaml", "tests")))
    stated = load_cases(tmp_path)
    assert [case.id for case in stated] == [case.id for case in without]
    assert {case.limits.cpu_s for case in stated} == {0.5}


def test_the_table_of_the_page_names_the_folders(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("\n".join(example(RUN, "toml")))
    for folder in ("src/solutions", "tests/cases"):
        (tmp_path / folder).mkdir(parents=True)
    project = find_project(tmp_path)
    assert (project.solutions, project.cases) == (tmp_path / "src/solutions", tmp_path / "tests/cases")


def test_the_page_about_configuration_has_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = REPOSITORY / "docs" / "configuration.md"
    found = re.findall(r"^\| `([a-z_]+)` \|", page.read_text(), re.MULTILINE)
    assert sorted(found) == sorted([*settings._KEYS, *settings._TABLES])
    of_project, of_user = (block.lines for block in blocks([page]) if block.language == "toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_files(
        tmp_path,
        {"pyproject.toml": "\n".join(of_project), "config/judge/config.toml": "\n".join(of_user)},
    )
    for folder in ("src/solutions", "tests/cases"):
        (tmp_path / folder).mkdir(parents=True)
    project = find_project(tmp_path)
    assert (project.solutions, project.compare) == (tmp_path / "src/solutions", "tokens")
    assert project.testlib == tmp_path / "lib" / "testlib.h"
    assert project.languages[".cpp"].flags == ("-O3", "-std=c++23")
    assert {each.path.name for each in settings.read_settings(tmp_path).stated} == {
        "pyproject.toml",
        "config.toml",
    }


@pytest.mark.slow
def test_the_configuration_of_the_page_gives_a_test_for_every_solution_and_case(
    project: Path, tmp_path: Path
) -> None:
    write_project(tmp_path, solutions={}, cases={})
    shutil.copy(project / "solutions" / "luogu_fewest_candidates.py", tmp_path / "solutions")
    shutil.copy(project / "cases" / "luogu-p1784.yaml", tmp_path / "cases")
    (tmp_path / "pytest.ini").write_text("\n".join(example(RUN, "ini")))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "judge.pytest_plugin", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0
    assert "solutions/luogu_fewest_candidates.py::luogu-p1784/sample PASSED" in done.stdout


# Links


def anchors(page: Path) -> set[str]:
    """Return the anchors that forges give to headings: small letters, `-` for blanks, no sign except `_`."""
    headings = re.findall(r"^#+ (.*)$", prose([page]), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


@pytest.mark.parametrize(
    "page", [*PAGES, *TUTORIALS, REPOSITORY / "CHANGELOG.md"], ids=lambda page: page.name
)
def test_every_link_within_the_pages_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose([page])):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize(
    "page",
    sorted({*PAGES, *TUTORIALS} - {README, IN_CHINESE, CONTEST_IN_CHINESE}),
    ids=lambda page: page.name,
)
def test_every_page_begins_with_a_paragraph_about_what_it_is_for(page: Path) -> None:
    title, first, *_ = page.read_text().split("\n\n")
    assert re.fullmatch("# .+", title)
    assert re.match(r"[A-Z`\[]", first)
    assert len(first.splitlines()) <= 6


def test_the_readme_leads_to_every_page() -> None:
    """It links to them directly or through the index."""
    index = REPOSITORY / "docs" / "README.md"
    linked = {page.parent / link for page in (README, index) for link in LINK.findall(prose([page]))}
    assert index in linked
    assert {*PAGES} - linked == {README}


def test_the_index_lists_every_page_once() -> None:
    index = REPOSITORY / "docs" / "README.md"
    listed = re.findall(r"^- \[[^]]+\]\(([a-z/-]+\.md)\): .+\.$", index.read_text(), re.MULTILINE)
    pages = {*index.parent.glob("**/*.md")} - {index, CONTEST_IN_CHINESE}
    assert sorted(listed) == sorted(str(page.relative_to(index.parent)) for page in pages)


def test_the_chinese_readme_has_the_commands_links_and_pictures_of_the_english_one() -> None:
    each_other = {README.name, IN_CHINESE.name}
    english, chinese = README.read_text(), IN_CHINESE.read_text()
    typed_in = [
        [commands(line) for block in blocks([page]) for line in block.lines] for page in (README, IN_CHINESE)
    ]
    assert typed_in[0] == typed_in[1]
    assert len(typed_in[0]) > 15
    assert CONTEST_IN_CHINESE.name in chinese
    texts = (english, chinese.replace("contest.zh-CN.md", "contest.md"))
    leading = [[link for link in LINK.findall(text) if link[0] != "#"] for text in texts]
    links = [Counter(found) - Counter(each_other) for found in leading]
    assert links[0] == links[1]
    assert [IN_CHINESE.name in LINK.findall(english), README.name in LINK.findall(chinese)] == [True, True]
    pictures = [re.findall(r"!\[(.*)\]\((.*)\)", text) for text in (english, chinese)]
    assert [path for _, path in pictures[0]] == [path for _, path in pictures[1]]
    assert [re.findall(r"\d+", words) for words, _ in pictures[0]] == [
        re.findall(r"\d+", words) for words, _ in pictures[1]
    ]


@pytest.mark.parametrize("page", [IN_CHINESE, CONTEST_IN_CHINESE], ids=lambda page: page.name)
def test_a_chinese_page_has_no_signs_of_half_a_width_next_to_its_own(page: Path) -> None:
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "", prose([page]))
    assert re.findall(r"[\u4e00-\u9fff][,:;()!?]|[,:;()!?][\u4e00-\u9fff]", plain) == []
