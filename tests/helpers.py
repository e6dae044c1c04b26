"""Helpers that tests share: makers with defaults, grids, temporary projects, the judge as a process."""

import importlib.util
import io
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType, FunctionType, ModuleType
from typing import Any, Self, cast

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

import judge
from judge.cases.tests import make_own_test
from judge.checkers.checker import Checker
from judge.checkers.exact import exact
from judge.cli import main
from judge.mistakes.diagnosis import explain, summarize
from judge.mistakes.gaps import Difference
from judge.model.cases import Case, Test
from judge.model.programs import Solution
from judge.model.results import Diagnosis, Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Allowed, Expectation, Verdict
from judge.platform.files import Content, stamp_of, whole
from judge.running.languages import LANGUAGES, toolchains
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.programs import Command, Part, Script
from judge.running.runner import Runner
from judge.show.outcome import Outcome
from judge.stress.draws import Draw
from judge.stress.finds import Find, Work
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.work import engine
from judge.work.slots import Seal
from judge.work.workers import Workers

REPOSITORY = Path(__file__).parents[1]
PUZZLES = REPOSITORY.parent / "shared" / "data"
TESTLIB = PUZZLES / "public" / "testlib"

# A grid with one completion; and the completion with four cells taken out, which has two.
CLUES = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLVED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_CLUES = b"534678912672195348198300567859761423426853791713900856961537284287419635345286179"
OTHER = b"534678912672195348198324567859761423426853791713942856961537284287419635345286179"

A_PLUS_B = """\
problem: A+B
format: text
time: 10s
memory: 256MiB
cases:
  - id: small
    input: |
      1 2
    output: |
      3
"""
ADDS = "# judge: {format: text}\nprint(sum(map(int, input().split())))\n"


# Values


class Impatient(Limits, frozen=True):
    """Limits that a sleeping program reaches soon."""

    @property
    def wall_s(self) -> float:
        return 2 * self.cpu_s + 0.2


def make_limits(*, cpu_s: float = 1.0, memory_bytes: int = 64 << 20, output_bytes: int = 1 << 20) -> Limits:
    return Limits(cpu_s=cpu_s, memory_bytes=memory_bytes, output_bytes=output_bytes)


def make_run(
    *,
    ending: Ending = Ending.FINISHED,
    stdout: bytes = b"",
    stderr: bytes = b"",
    cpu_s: float = 0.25,
    wall_s: float = 0.5,
    peak_bytes: int | None = 8 << 20,
    exit_code: int | None = 0,
    signal: int | None = None,
    detail: str = "",
    files: tuple[bytes, ...] = (),
    left: tuple[tuple[str, bytes], ...] = (),
) -> Run:
    return Run(
        ending=ending,
        cpu_s=cpu_s,
        wall_s=wall_s,
        peak_bytes=peak_bytes,
        stdout=stdout,
        stderr=stderr,
        exit_code=exit_code,
        signal=signal,
        detail=detail,
        files=files,
        left=left,
    )


def make_case(
    *,
    id: str = "sum/small",
    format: str = "text",
    input: Content = b"1 2\n",
    answer: Content | None = b"3\n",
    limits: Limits | None = None,
    any_answer: bool = False,
) -> Case:
    return Case(
        id=id,
        title="A problem",
        format=format,
        input=input,
        answer=answer,
        limits=limits or make_limits(),
        any_answer=any_answer,
        path=Path(__file__),
        stamp=stamp_of(Path(__file__)),
        line=6,
    )


def grid_case(
    format: str, *pairs: tuple[bytes, bytes], id: str = "grids/one", any_answer: bool = False
) -> Case:
    """Make a case of `format` from pairs of clues and their completion."""
    clues, answers = zip(*pairs or ((CLUES, SOLVED),), strict=True)
    return make_case(
        id=id,
        format=format,
        input=GRID_FORMATS[format].encode_input(clues),
        answer=GRID_FORMATS[format].encode_output(answers),
        any_answer=any_answer,
    )


def make_test(
    *,
    format: str = "text",
    input: Content = b"1 2\n",
    answer: Content | None = b"3\n",
    limits: Limits | None = None,
    **stated: Any,
) -> Test:
    """Make a test; `stated` are other fields of its case."""
    case = make_case(format=format, input=input, answer=answer, limits=limits)
    return make_own_test(replace(case, **stated))


def make_solution(
    *,
    name: str = "adds.py",
    path: Path | None = None,
    format: str = "text",
    source: str = "",
    expect: Mapping[str, Allowed | tuple[Allowed, ...]] | None = None,
) -> Solution:
    expectations = tuple(
        Expectation(pattern=pattern, verdicts=verdicts if isinstance(verdicts, tuple) else (verdicts,))
        for pattern, verdicts in (expect or {}).items()
    )
    return Solution(
        name=name,
        path=path or Path(__file__),
        digest="",
        stamp=stamp_of(path or Path(__file__)),
        format=format,
        source=source,
        interpreter="",
        expectations=expectations,
        language=LANGUAGES.get((path or Path(name)).suffix, LANGUAGES[".py"]),
    )


def make_result(
    *,
    solution: str = "adds.py",
    case: str = "sum/small",
    test: int = 1,
    tests: int = 1,
    verdict: Verdict = Verdict.AC,
    expected: tuple[Allowed, ...] = (Verdict.AC,),
    message: str = "",
    diagnosis: Diagnosis | None = None,
    stderr: bytes = b"",
    cpu_s: float | None = 0.25,
    wall_s: float | None = 0.5,
    peak_bytes: int | None = 8 << 20,
    runs: int = 1,
) -> Result:
    return Result(
        solution=solution,
        case=case,
        test=test,
        tests=tests,
        verdict=verdict,
        expected=expected,
        message=message,
        diagnosis=diagnosis,
        stderr=stderr,
        cpu_s=cpu_s,
        wall_s=wall_s,
        peak_bytes=peak_bytes,
        runs=runs,
    )


def make_outcome(*results: Result, **rest: Any) -> Outcome:
    return Outcome(results=results, **rest)


def make_find(
    *,
    id: str = "sum/1",
    input: Content = b"1 2\n",
    answer: Content | None = b"3\n",
    verdicts: tuple[Verdict, ...] = (Verdict.WA,),
    output: bytes = b"4\n",
    solution: str = "adds.py",
    command: str = "judge stress adds.py --seed 1",
    drawn: bytes = b"100 200\n",
    work: Work | None = None,
    **rest: Any,
) -> Find:
    return Find(
        case=make_case(id=id, input=input, answer=answer, **rest),
        draw=Draw(generator="pairs.py", number=5, seed=77, size=1),
        drawn=drawn,
        tries=12,
        result=make_result(solution=solution, verdict=verdicts[0], message="the sum", stderr=b"said"),
        output=output,
        verdicts=verdicts,
        reference="right.py",
        agree=3,
        asked=4,
        work=work,
        command=command,
    )


@dataclass(frozen=True)
class FakeRunner:
    """A runner without processes: `measure` makes the Run of the bytes on stdin."""

    measure: Callable[[bytes], Run]
    is_cancelled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass

    @contextmanager
    def cancelled(self) -> Iterator[None]:
        yield

    def compile_python(self, source: bytes, filename: str, limits: Limits, **_: object) -> Script:
        return Script(code=source, filename=filename)

    def run(self, program: object, stdin: Content, limits: Limits, **_: object) -> Run:
        return self.measure(whole(stdin))

    def run_all(self, part: Part, stdins: Sequence[Content]) -> list[Run]:
        runs: list[Run] = []
        for stdin in stdins:
            runs.append(self.run(part.program, stdin, part.limits))
            if runs[-1].ending is not Ending.FINISHED or runs[-1].exit_code:
                break
        return runs


# There is no project whose folders would be closed.
SEAL = Seal(closed=Closed())


def judge_with(
    workers: Workers, solutions: Sequence[Solution], cases: Sequence[Case], *, fail_fast: bool = False
) -> Generator[Result, None, None]:
    """Yield all results of a matrix, including the provisional ones."""
    tasks = engine.list_tasks(solutions, cases)
    programs = [*solutions, *engine.list_deciders(cases)]
    return engine.judge(programs, tasks, workers, workers.seal, fail_fast=fail_fast)


def results_of(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    runners: Sequence[FakeRunner | Runner],
    *,
    fail_fast: bool = False,
) -> Generator[Result, None, None]:
    """Yield the results as `judge_with` does, with workers for these runners."""
    with Workers(cast(Sequence[Runner], runners), SEAL) as workers:
        yield from judge_with(workers, solutions, cases, fail_fast=fail_fast)


def verdict_of(checker: Checker, output: bytes, test: Test) -> Verdict | None:
    judgement = checker(test, output)
    return None if judgement is None else judgement.verdict


def judged(output: bytes, test: Test) -> tuple[Verdict, str, Diagnosis | None]:
    """Judge an output: return the verdict, the message and the diagnosis."""
    judgement = exact(test, output)
    if judgement.answer is None:
        return judgement.verdict, judgement.message, None
    diagnosis = explain(test, output, judgement.answer)
    return judgement.verdict, judgement.message or summarize(diagnosis), diagnosis


def build_c(source: bytes, runner: Runner) -> Command | Unready:
    return toolchains.build(LANGUAGES[".c"], (("main.c", source),), runner)


def benchmark(name: str) -> ModuleType:
    """Load the module benchmarks/NAME.py."""
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "benchmarks" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(REPOSITORY / "benchmarks")
        spec.loader.exec_module(module)
    return module


# Processes


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def left_behind(keeper: int) -> list[int]:
    """Return the keeper's children except the launcher, which stays. Checks that there is at most one."""
    children = children_of(keeper)
    launchers = [child for child in children if "/launcher\0" in _line(child, "cmdline")]
    assert len(launchers) <= 1
    return [child for child in children if child not in launchers]


def free_number(runner: Runner, folder: Path) -> int:
    """Return the lowest free descriptor of the keeper. Its own list is closed to us, but launchers get it."""
    stand_in = folder / "tells"
    stand_in.write_text('#!/bin/sh\necho "$1" >&2\n')
    stand_in.chmod(0o700)
    limits = Limits(cpu_s=1, memory_bytes=64 << 20, output_bytes=1 << 10)
    run = runner.run(Command(argv=("/bin/true",), launcher=str(stand_in)), b"", limits)
    assert run.ending is Ending.LOST
    assert runner._keepers[()]
    words = os.pread(runner._keepers[()]._words.fileno(), 1 << 16, 0)
    return int(words.splitlines()[-1].split()[0])


def programs_of(keeper: int) -> list[int]:
    """Return the keeper's children that already run their program."""
    return [child for child in children_of(keeper) if _line(child, "comm") == "program\n"]


def is_alive(pid: int) -> bool:
    """Return whether a process runs. A zombie does not: its parent may reap it late."""
    return _line(pid, "stat").rpartition(") ")[2][:1] not in ("", "Z", "X")


def _line(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait much longer than a busy machine needs."""
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.01)


@contextmanager
def meanwhile(act: Callable[[], object]) -> Iterator[None]:
    """Act in another thread while the body runs, and raise its exception."""
    with ThreadPoolExecutor(1) as pool:
        acted = pool.submit(act)
        yield
        acted.result()


def as_soon_as(condition: Callable[[], object], act: Callable[[], object]) -> AbstractContextManager[None]:
    """Wait for the condition and then act, in another thread."""
    return meanwhile(lambda: (wait_until(condition), act()))


# Grids


def cells(grid: bytes) -> list[bytes]:
    return [grid[i : i + 1] for i in range(len(grid))]


def _shuffled_lines() -> st.SearchStrategy[list[int]]:
    """Draw an order of nine rows or columns that keeps the bands together."""
    return st.permutations([0, 1, 2]).flatmap(
        lambda bands: st.tuples(*[st.permutations([3 * band + i for i in range(3)]) for band in bands]).map(
            lambda triples: list(chain.from_iterable(triples))
        )
    )


@st.composite
def solved_grids(draw: st.DrawFn) -> bytes:
    """Draw valid full grids: one grid, perhaps transposed, with rows, columns and digits permuted."""
    rows, columns = draw(_shuffled_lines()), draw(_shuffled_lines())
    digits = bytes(draw(st.permutations(b"123456789")))
    turned = draw(st.booleans())
    grid = bytes(SOLVED[9 * c + r] if turned else SOLVED[9 * r + c] for r in rows for c in columns)
    return grid.translate(bytes.maketrans(b"123456789", digits))


@st.composite
def puzzles(draw: st.DrawFn, *, max_blanks: int = 81) -> tuple[bytes, bytes]:
    """Draw a grid with blanks, and one completion of it."""
    solved = draw(solved_grids())
    blanks = draw(st.sets(st.integers(0, 80), max_size=max_blanks))
    return bytes(48 if cell in blanks else digit for cell, digit in enumerate(solved)), solved


def puzzles_of(name: str) -> list[bytes]:
    """Return the puzzles of one file of real puzzles; empty if the folder is missing."""
    path = PUZZLES / name
    return path.read_bytes().replace(b".", b"0").split() if path.is_file() else []


# Projects and processes


def write_files(root: Path, files: Mapping[str, str | bytes | None]) -> Path:
    """Write files by their paths in `root`; skip the ones that are None."""
    for name, content in files.items():
        if content is not None:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def write_project(
    root: Path, *, solutions: Mapping[str, str], cases: Mapping[str, str] | None = None
) -> Path:
    """Write a project into `root` from the texts of its files. The case is A+B unless others are given."""
    for folder, files in (
        ("solutions", solutions),
        ("cases", {"sum.yaml": A_PLUS_B} if cases is None else cases),
    ):
        (root / folder).mkdir(parents=True, exist_ok=True)
        write_files(root / folder, files)
    return root


def environment(**changes: str) -> dict[str, str]:
    """Return the environment for a judge that is run from another folder without being installed."""
    names = ("PATH", "HOME", "LANG", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    kept = {key: value for key, value in os.environ.items() if key in names}
    paths = [str(Path(judge.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "80", **changes}


@contextmanager
def full_disk(after_bytes: int) -> Iterator[None]:
    """Let no file of this process grow beyond `after_bytes`, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def calls_in(act: Callable[[], object]) -> int:
    """Count the calls of this thread, also of C functions: a measure of work independent of the machine."""
    number = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return number


@contextmanager
def before_line(number: int, act: Callable[[], object], *functions: FunctionType) -> Iterator[None]:
    """Do something just before the n-th line, from 1, that this thread runs of these functions."""
    bodies = {function.__code__ for function in functions}
    left = number

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code not in bodies:
            return None
        left -= event == "line"
        if event == "line" and not left:
            act()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


JUDGE = (sys.executable, "-m", "judge")


def run_judge(
    *words: str | Path, cwd: Path, env: Mapping[str, str] | None = None, hang_s: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run the judge as its user does. After `hang_s` seconds it counts as hanging."""
    return subprocess.run(
        [*JUDGE, *map(str, words)],
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=hang_s,
    )


def run_here(
    *words: str | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    door: Callable[[Sequence[str]], int] = main,
) -> subprocess.CompletedProcess[str]:
    """Run the judge in this process, for tests that do not check streams, signals and limits."""
    written, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(written, encoding="utf-8", errors="surrogateescape")
    around = environment(**(env or {}))
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        for name in os.environ.keys() - around.keys():
            patch.delenv(name)
        for name, value in around.items():
            patch.setenv(name, value)
        code = door([*map(str, words)])
    out.flush()
    text = written.getvalue().decode("utf-8", "surrogateescape")
    return subprocess.CompletedProcess(words, code, text, err.getvalue())


def document_of(root: Path, *words: str | Path) -> Any:
    """Return the JSON of `judge run` in this folder. Checks that everything is as expected."""
    with TemporaryDirectory() as place:
        done = run_here("run", "--json", f"{place}/out.json", *words, cwd=root)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(Path(place, "out.json").read_bytes())


def table_rows(table: str) -> list[str]:
    """Return the rows of a verdict table as counts, sorted by solution: `adds.py: 2 AC, 1 WA`."""
    found = []
    for line in table.splitlines():
        name, *words = line.split() or [""]
        counts: Counter[str] = Counter()
        number = 1
        for word in words:
            verdict = word.rstrip("!*")
            if verdict in Verdict.__members__:
                counts[verdict] += number
            elif not re.fullmatch(r">?[\d.]+|[mu]?s[*~]*", word):
                break
            number = int(word) if word.isdigit() else 1
        if counts:
            ordered = [verdict for verdict in Verdict.__members__ if counts[verdict]]
            found.append(f"{name}: {', '.join(f'{counts[verdict]} {verdict}' for verdict in ordered)}")
    return sorted(found)


def read_testlib() -> str:
    """Return testlib.h in a form that compiles in half the time.

    Functions that a program does not use are left out, as they are inline, and nothing is optimized.
    """
    text = (TESTLIB / "testlib.h").read_text()
    quick = re.sub(r"(?m)^(?=\w.*\) (?:const )?\{$)(?!.*\b(?:inline|struct|class|enum)\b)", "inline ", text)
    return f'#pragma GCC optimize("O0")\n{quick}'


def need(*tools: str) -> None:
    """Skip the test unless these tools are installed."""
    for tool in tools:
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")


def need_compilers(files: Iterable[str]) -> None:
    """Skip the test unless the compilers of the files with these names are installed."""
    compilers = {".c": "gcc", ".cpp": "g++", ".java": "javac"}
    need(*sorted({compilers[suffix] for name in files if (suffix := Path(name).suffix) in compilers}))


def become_ordinary() -> None:
    """Give this process an ordinary user's rights; the fixture `as_nobody` restores them."""
    if not os.geteuid():
        os.seteuid(65534)


def as_ordinary_user(script: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a Python script that can import the judge as a user other than root. Skip if that is impossible."""

    def run(script: str) -> "subprocess.CompletedProcess[bytes]":
        if os.geteuid():
            return subprocess.run([sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True)
        words = ["/usr/bin/python3", "-B", "-c", script]
        return subprocess.run(words, cwd=REPOSITORY, capture_output=True, user=65534, group=65534)

    if not os.geteuid() and (
        not Path("/usr/bin/python3").exists() or run("import judge.running.runner").returncode
    ):
        pytest.skip("no ordinary user can read this checkout or a new enough Python")
    return run(script)


def mended(answer: bytes, output: bytes, found: Iterable[Difference]) -> bytes:
    """Return the output with these differences fixed."""
    parts: list[bytes] = []
    after = 0
    for difference in found:
        parts += output[after : difference.i], answer[difference.a : difference.b]
        after = difference.j
    return b"".join([*parts, output[after:]])
