"""Makes the tests of problems that have a generator instead: inputs, and the answers of correct programs.

All programs run in the open judge, sealed as samples are. An input counts if the validator accepts it, and an
answer if the correct programs agree on it. Tests are kept in the user's cache, under a key of all that they
depend on.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from judge import __version__
from judge.cases.testlib import find_testlib
from judge.library.judge import Judge
from judge.library.reports import Report
from judge.library.submissions import Submission, Test
from judge.model.results import Result
from judge.model.samples import LeftOut
from judge.model.verdicts import TOO_SLOW, Verdict
from judge.packages.datasets.problem import Pair, Problem, ProgramText, Recipe
from judge.packages.generated_tests import KEPT_BYTES, PREFIX
from judge.platform.errors import JudgeError, UsageError, cut, printable, quoted
from judge.platform.files import SOURCE_BYTES, read
from judge.running import builds
from judge.work.problem_tools import last_line

# So many correct programs have to agree, if so many can be built here.
_VOICES = 3
# A generator and a validator get these limits. Correct programs get more time than samples, so that a busy
# machine makes the same tests.
_TOOL = Submission("", (), "cpp", time_s=30.0, memory_bytes=2 << 30, output_bytes=256 << 20)
_SLACK, _USUAL_S = 10, 6.0
_MOST_BYTES = 1 << 30
_FILE = "tests"
# The cache is trimmed after so many problems.
_OFTEN = 64
_LETTERS, _LETTERS_OF_NAME = 120, 30
_GENERATORS = ("gen", "generator")
# Verdicts that say nothing about an output.
_SILENT = (*TOO_SLOW, Verdict.RE, Verdict.MLE, Verdict.OLE)


class MadeTests(Struct, frozen=True, kw_only=True):
    """The tests, and the commands that made none. `unfit` says why there is not a single test."""

    tests: tuple[Pair, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    unfit: str = ""


class TestMaker:
    """Makes tests with an open judge. `tell` gets a line on what it does, and "" when it has done it."""

    __test__ = False  # pytest

    def __init__(self, judge: Judge, tell: Callable[[str], None] = lambda words: None) -> None:
        self._judge, self._tell = judge, tell
        self._kept = 0

    def make(self, problem: Problem, recipe: Recipe) -> MadeTests:
        """Return the tests of a problem, from the cache if they are there."""
        whole = (__version__, problem, _digest_testlib())
        name = PREFIX + sha256(repr(whole).encode()).hexdigest()
        key = ""
        with suppress(OSError, msgspec.MsgspecError):  # a damaged entry, or no cache
            key, is_kept = builds.find_key(name, self._judge.level)
            if is_kept:
                return msgspec.msgpack.decode((builds.folder() / key / _FILE).read_bytes(), type=MadeTests)
        try:
            made = _Making(self._judge, problem, recipe, self._tell).make()
        except JudgeError as error:
            return MadeTests(unfit=str(error))
        finally:
            self._tell("")
        if key:
            with suppress(OSError):  # a full disk
                self._keep(made, key)
        return made

    def _keep(self, made: MadeTests, key: str) -> None:
        """Raises OSError."""
        with builds.workplace() as place:
            (place / _FILE).write_bytes(msgspec.msgpack.encode(made))
            builds.keep(place, key)
        if self._kept % _OFTEN == 0:
            builds.trim(PREFIX, KEPT_BYTES)
        self._kept += 1


@cache
def _digest_testlib() -> str:
    try:
        return sha256(read(find_testlib(None), SOURCE_BYTES)[0]).hexdigest()
    except (OSError, ValueError):
        return ""


class _Making:
    """The steps for one problem. Each raises JudgeError if no test can be made."""

    def __init__(self, judge: Judge, problem: Problem, recipe: Recipe, tell: Callable[[str], None]) -> None:
        self._judge, self._recipe, self._tell = judge, recipe, tell
        self._left_out: dict[str, str] = {}
        self._problem = problem.id
        self._own = replace(
            _TOOL,
            time_s=_SLACK * (problem.time_s or _USUAL_S),
            memory_bytes=max(_TOOL.memory_bytes, problem.memory_bytes or 0),
        )
        checker = problem.checker
        self._judged = replace(
            self._own,
            compare="" if checker else problem.rule,
            checker=checker.source if checker else b"",
            checker_language=checker.language if checker else "cpp",
            protocol=checker.protocol if checker else "",
        )

    def make(self) -> MadeTests:
        inputs = self._generate()
        self._validate(inputs)
        programs = self._choose_programs(inputs)
        tests = self._compare(inputs, self._answer(inputs, programs), programs)
        if not tests:
            command = min(self._left_out, key=self._recipe.commands.index)
            raise UsageError(f"its generator makes no test: {command}: {self._left_out[command]}")
        commands = [each for each in dict.fromkeys(self._recipe.commands) if each in self._left_out]
        left_out = (LeftOut(self._problem, each, self._left_out[each]) for each in commands)
        return MadeTests(tests=tuple(tests), left_out=tuple(left_out))

    def _generate(self) -> dict[bytes, str]:
        """Return the inputs, each once, with their commands."""
        calls: dict[str, tuple[str, ...]] = {}
        for command in self._recipe.commands:
            try:
                calls[command] = read_words(command)
            except ValueError as error:
                self._left_out[command] = str(error)
        model = replace(_TOOL, source=self._recipe.generator, tests=(Test(b""),))
        reports = self._run("generator", (replace(model, arguments=words) for words in calls.values()))
        inputs: dict[bytes, str] = {}
        for command, report in zip(calls, reports, strict=True):
            if report.passed and report.run and report.run.stdout:
                inputs.setdefault(report.run.stdout, command)
            else:
                got = "nothing is printed" if report.passed else _describe(report)
                self._left_out[command] = f"the generator fails: {got}"
        _require_room("inputs", inputs)
        return inputs

    def _validate(self, inputs: dict[bytes, str]) -> None:
        """Remove the inputs that the validator refuses."""
        model = replace(_TOOL, source=self._recipe.validator)
        reports = self._run("validator", (replace(model, tests=(Test(data),)) for data in inputs))
        for data, report in zip([*inputs], reports, strict=True):
            if not report.passed:
                self._left_out[inputs.pop(data)] = f"the validator refuses the input: {_describe(report)}"

    def _choose_programs(self, inputs: Mapping[bytes, str]) -> list[ProgramText]:
        """Return the first correct programs that can be built here."""
        found: list[ProgramText] = []
        why = ""
        for data in [*inputs][:1]:
            for program in self._recipe.programs:
                report = self._judge.run(_fill(self._own, program, (Test(data),))).result()
                if report.verdict in (Verdict.CE, Verdict.JE):
                    why = why or report.message or report.verdict.value
                else:
                    found.append(program)
                if len(found) == _VOICES:
                    break
            if not found:
                raise UsageError(f"none of its correct programs can be built here: {why}")
        return found

    def _answer(self, inputs: Mapping[bytes, str], programs: Iterable[ProgramText]) -> dict[bytes, bytes]:
        """Return the answer of the first program that ends well on each input."""
        answers: dict[bytes, bytes] = {}
        for program in programs:
            missing = [data for data in inputs if data not in answers]
            reports = self._run(
                "correct program", (_fill(self._own, program, (Test(data),)) for data in missing)
            )
            for data, report in zip(missing, reports, strict=True):
                if report.passed and report.run:
                    answers[data] = report.run.stdout
        for data, command in inputs.items():
            if data not in answers:
                self._left_out[command] = "no correct program ends well"
        _require_room("answers", answers.values())
        return {data: answers[data] for data in inputs if data in answers}

    def _compare(
        self, inputs: Mapping[bytes, str], answers: Mapping[bytes, bytes], programs: Sequence[ProgramText]
    ) -> list[Pair]:
        """Return the tests on which the programs agree."""
        if not answers:
            return []
        tests = tuple(Test(*pair) for pair in answers.items())
        futures = [self._judge.submit(_fill(self._judged, program, tests)) for program in programs]
        reports = [*self._await("comparison", futures)]
        for report in reports:
            if not report.results:
                raise UsageError(report.message)
        found = []
        columns = zip(*(report.results for report in reports), strict=True)
        for pair, results in zip(answers.items(), columns, strict=True):
            if doubt := _find_doubt(results):
                self._left_out[inputs[pair[0]]] = doubt
            else:
                found.append(pair)
        return found

    def _run(self, kind: str, submissions: Iterable[Submission]) -> Iterator[Report]:
        """Yield the reports in order. Raises UsageError if the judge fails, or the program is faulty."""
        try:
            futures = [self._judge.run(each) for each in submissions]
        except UsageError as error:
            raise UsageError(f"its {kind}: {error}") from None
        try:
            for report in self._await(kind, futures):
                if report.verdict in (Verdict.CE, Verdict.JE):
                    raise UsageError(f"its {kind}: {report.message or report.verdict.value}")
                yield report
        finally:
            for future in futures:
                future.cancel()

    def _await(self, kind: str, futures: Sequence[Future[Report]]) -> Iterator[Report]:
        """Yield the results in order, and tell the number of those before each."""
        name = cut(printable(self._problem), _LETTERS_OF_NAME)
        for done, future in enumerate(futures):
            self._tell(f"making the tests of {name}: {kind} {done:,} of {len(futures):,}")
            yield future.result()


def _fill(model: Submission, program: ProgramText, tests: tuple[Test, ...]) -> Submission:
    return replace(model, source=program.source, language=program.language, tests=tests)


def _find_doubt(results: Sequence[Result]) -> str:
    """Return why the answer of a test is in doubt, from the results of the correct programs on it."""
    for result in results:
        if result.verdict is Verdict.JE:
            if not result.checker_failed:
                raise UsageError(result.message)
            return f"the checker fails: {result.message}"
        if not result.verdict.is_sound and result.verdict not in _SILENT:
            said = result.said.decode(errors="replace").strip()
            return f"correct programs disagree: {printable(cut(said or result.message, _LETTERS))}"
    if len(results) > 1 and sum(result.verdict.is_sound for result in results) < 2:
        return "only one correct program ends well"
    return ""


def read_words(command: str) -> tuple[str, ...]:
    """Return the words of a command such as `./gen -n 5`. Raises ValueError for one that needs a shell."""
    try:
        name, *words = shlex.split(command) or [""]
    except ValueError as error:
        raise ValueError(f"expected words, got: {error}") from None
    if name.removeprefix("./") not in _GENERATORS:
        raise ValueError(f"expected ./gen and its words, got {quoted(command)}")
    if word := next((word for word in words if word in ("|", "&&", "||", ";", "&") or word[:1] in "<>"), ""):
        raise ValueError(f"expected words for the generator alone, got {quoted(word)}")
    return tuple(words)


def _describe(report: Report) -> str:
    """Return why a generator or a validator did not end well: its last line, if it has one."""
    return (last_line(report.run) if report.run else "") or report.message or report.verdict.value


def _require_room(what: str, data: Iterable[bytes]) -> None:
    if sum(map(len, data)) > _MOST_BYTES:
        raise UsageError(f"its {what}: expected at most {_MOST_BYTES >> 30} GiB together, got more")
