"""Judges the samples of a data set in one pass over its file, and collects their results."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.testlib import TESTLIB, find_testlib, includes_testlib
from judge.library.recipes import TestMaker
from judge.library.reports import Report
from judge.library.submissions import Submission, Test
from judge.model.samples import LeftOut, SampleResult
from judge.model.verdicts import Verdict
from judge.packages.datasets.fitting import fit_rule
from judge.packages.datasets.formats import read_problems
from judge.packages.datasets.problem import Problem, Recipe
from judge.packages.datasets.results import ResultsFile, digest_problem, make_keys
from judge.packages.datasets.samples import Sample, Samples
from judge.platform.errors import Fault, counted, quoted
from judge.platform.units import format_time
from judge.running.languages.names import known_tool
from judge.scoring.evaluation import Scored, choose_ks, count_groups
from judge.show.evaluation import FAILURES_SHOWN, Evaluation, Unscored
from judge.show.excerpts import find_complaint

# The limits of problems that state none.
DEFAULT_S = 6.0
DEFAULT_BYTES = 1 << 30
# The place of a result that there is not.
_NONE = -1


class Manner(Struct, frozen=True, kw_only=True):
    """The options for judging. None leaves it to the data set."""

    time_s: float | None
    time_factor: float | None
    memory_bytes: int | None
    compare: str | None
    all_tests: bool


class _Pending(Struct, frozen=True):
    """A sample that is being judged: the key of its result and its problem, without the tests."""

    key: str
    sample: Sample
    problem: Problem
    tests: int


class Sampling:
    """The samples of a run, in the file of results as soon as they end."""

    def __init__(self, samples: Samples, manner: Manner, out: Path | None, *, resume: bool) -> None:
        """Raises InputErrors and UsageError if the file cannot be used."""
        self._samples = samples
        self._manner = manner
        self._file = ResultsFile(out, resume=resume)
        # The places of the results in the file by the numbers of the samples, in the order of the data set.
        self._places: dict[str, array[int]] = {}
        # The ids of faulty records, with the indices of their faults.
        self._faulty: dict[str, int] = {}
        self._unscored: list[Unscored] = []
        self._left_out: list[LeftOut] = []
        self._scored = self._resumed = self._unsampled = 0
        self.total = len(samples)

    def __enter__(self) -> Self:
        self._file.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._file.__exit__(*error)

    @property
    def done(self) -> int:
        """The number of samples that have a result or cannot be judged."""
        return self._scored + sum(one.samples for one in self._unscored)

    def list_submissions(
        self, dataset: Path, format: str, faults: list[Fault], maker: TestMaker
    ) -> Iterator[Submission]:
        """Read the data set, and yield the samples without a result that still holds.

        Raises InputErrors, before the first one, if the file has results that this run has no sample for.
        """
        if self._file.known:
            self._file.require_known(self._list_keys(dataset, format))
        for problem in read_problems(dataset, format, faults, self._faulty):
            number = len(self._samples.lines(problem.id))
            self._places[problem.id] = array("q")
            if not number:
                self._unsampled += 1
                continue
            digest = self._digest(problem)
            if problem.recipe:
                problem = self._make_tests(problem, problem.recipe, maker)
            if unfit := problem.unfit or self._find_misfit(problem):
                self._unscored.append(Unscored(problem.id, unfit, number))
            else:
                self._places[problem.id] = array("q", [_NONE]) * number
                yield from self._list_missing(problem, digest)

    def _list_keys(self, dataset: Path, format: str) -> Iterator[str]:
        """Yield the keys of all results that this run may have."""
        for problem in read_problems(dataset, format, []):
            if not (problem.unfit or self._find_misfit(problem)):
                for key, _ in make_keys(self._digest(problem), self._samples.read(problem.id)):
                    yield key

    def _digest(self, problem: Problem) -> str:
        return digest_problem(problem, (self._manner, DEFAULT_S, DEFAULT_BYTES))

    def _make_tests(self, problem: Problem, recipe: Recipe, maker: TestMaker) -> Problem:
        made = maker.make(problem, recipe)
        self._left_out += made.left_out
        return replace(problem, tests=made.tests, unfit=made.unfit, recipe=None)

    def _find_misfit(self, problem: Problem) -> str:
        """Return why `--compare` cannot compare the outputs of a problem, or an empty string."""
        try:
            if self._manner.compare and not problem.checker:
                fit_rule(self._manner.compare, problem.function, problem.starter_code)
        except ValueError as error:
            return f"--compare: {error}"
        return ""

    def _list_missing(self, problem: Problem, digest: str) -> Iterator[Submission]:
        model = self._make_submission(problem)
        described = replace(problem, tests=(), checker=None)
        for key, sample in make_keys(digest, self._samples.read(problem.id)):
            pending = _Pending(key, sample, described, len(problem.tests))
            place = self._file.known.pop(key, None)
            if place is not None:
                self._resumed += 1
                self._keep(sample, place)
            elif _lacks_testlib(sample):
                message = f"the program includes {TESTLIB}, which is not here"
                self.add(Report(key=pending, verdict=Verdict.CE, score=0.0, message=message))
            else:
                yield replace(
                    model,
                    source=sample.source,
                    language=sample.language,
                    prelude=problem.prelude if _is_python(sample.language) else "",
                    key=pending,
                )

    def _make_submission(self, problem: Problem) -> Submission:
        """Return a submission for the problem. The samples share its tests."""
        manner, checker = self._manner, problem.checker
        return Submission(
            source="",
            tests=tuple(Test(*pair) for pair in problem.tests),
            time_s=manner.time_s or problem.time_s or DEFAULT_S,
            time_factor=manner.time_factor or 1.0,
            memory_bytes=manner.memory_bytes or problem.memory_bytes or DEFAULT_BYTES,
            compare="" if checker else manner.compare or problem.rule,
            checker=checker.source if checker else b"",
            checker_language=checker.language if checker else "cpp",
            protocol=checker.protocol if checker else "",
            fn_name=problem.function,
            starter_code=problem.starter_code if problem.function else "",
            stop="" if manner.all_tests else "first failure",
        )

    def add(self, report: Report) -> None:
        """Write the result of a sample. Raises InputErrors if the file cannot be written."""
        pending: _Pending = report.key
        times = [result.cpu_s for result in report.results if result.cpu_s is not None]
        accepted = sum(result.verdict.is_sound for result in report.results)
        result = SampleResult(
            key=pending.key,
            problem=pending.problem.id,
            sample=pending.sample.number,
            line=pending.sample.line,
            language=pending.sample.language,
            verdict=report.verdict.name,
            passed=report.passed,
            score=report.score if self._manner.all_tests or report.passed else None,
            tests=pending.tests,
            accepted=accepted,
            cpu_s=max(times, default=None),
            message=_explain(report),
            difficulty=pending.problem.difficulty,
            tags=pending.problem.tags,
        )
        self._keep(pending.sample, self._file.add(result))

    def _keep(self, sample: Sample, place: int) -> None:
        self._places[sample.problem][sample.number - 1] = place
        self._scored += 1

    def finish(self, path: Path, faults: list[Fault]) -> None:
        """Report the samples without a problem, and leave one line for each sample in the file."""
        for problem in self._samples.problems - self._places.keys():
            lines = self._samples.lines(problem)
            if (at := self._faulty.get(problem)) is not None:
                left = f"{counted(len(lines), 'sample')} of {quoted(problem)} not judged"
                faults[at] = faults[at]._replace(message=f"{faults[at].message}; {left}")
                continue
            for line in set(lines):
                wanted = "the id of a problem of the data set"
                faults.append(Fault(path, line, f"expected {wanted}, got {quoted(problem)}"))
        faults.sort()
        if self._scored:
            self._file.finish(self._list_results())

    def _list_results(self) -> Iterator[SampleResult]:
        """Yield the results in the order of the data set, with the numbers and lines as they are now."""
        for problem, places in self._places.items():
            lines = self._samples.lines(problem)
            for number, (line, place) in enumerate(zip(lines, places, strict=False), 1):
                if place != _NONE:
                    yield replace(self._file.read(place), sample=number, line=line)

    def conclude(self, ks: Sequence[int], by: str, *, wall_s: float, complete: bool) -> Evaluation:
        """Return what is known of all samples."""
        given = [len(places) for places in self._places.values() if any(place != _NONE for place in places)]
        chosen = choose_ks(given, ks)
        verdicts: Counter[str] = Counter()
        scores = array("d")
        failures: list[SampleResult] = []
        for result in self._list_results():
            if result.passed is not None:
                verdicts[result.verdict] += 1
                if result.score is not None:
                    scores.append(result.score)
            elif len(failures) < FAILURES_SHOWN:
                failures.append(result)
        scored = (
            Scored(problem=each.problem, passed=each.passed, groups=_groups(each, by))
            for each in self._list_results()
        )
        judged = self._scored - self._resumed
        rate = f", {judged / wall_s:.1f}/s" if judged and wall_s else ""
        return Evaluation(
            verdicts=verdicts,
            score=fmean(scores) if scores and len(scores) == verdicts.total() else None,
            failed=self._scored - verdicts.total(),
            failures=tuple(failures),
            unscored=tuple(self._unscored),
            left_out=tuple(self._left_out),
            ks=chosen,
            groups=tuple(count_groups(scored, chosen)),
            by="" if by == "nothing" else by,
            missing=0 if complete else self.total - self.done,
            resumed=self._resumed,
            unsampled=self._unsampled,
            manner=f"in {format_time(wall_s)}{rate}",
        )


def _explain(report: Report) -> str:
    """Return the reason for the first failure, with what the compiler or the crashed program said."""
    failed = next((result for result in report.results if not result.verdict.is_sound), None)
    told = find_complaint(failed) if failed else ""
    return report.message if told in report.message else f"{report.message}: {told}"


def _lacks_testlib(sample: Sample) -> bool:
    """Return whether a program includes testlib.h and that file is missing."""
    tool = known_tool(sample.language)
    if tool and tool.language.name == "cpp" and includes_testlib(sample.source.encode(errors="replace")):
        with suppress(ValueError):
            return not find_testlib(None)
        return True
    return False


def _is_python(language: str) -> bool:
    tool = known_tool(language)
    return bool(tool and tool.language.name == "python")


def _groups(result: SampleResult, by: str) -> tuple[str, ...]:
    """Return the rows of the table that count a result."""
    if by == "tag":
        return result.tags
    return (result.difficulty,) if by == "difficulty" and result.difficulty else ()
