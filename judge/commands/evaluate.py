"""`judge evaluate`: judges the samples of a model on the problems of a data set."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from judge.library.judge import Judge
from judge.library.recipes import TestMaker
from judge.library.submissions import Submission
from judge.options.declaration import Command, flag, option, positional
from judge.options.executors import cluster_option, insecure_flag
from judge.options.groups import Sealing, color_option, jobs_option, memory_option, time_option
from judge.options.kinds import COUNTS, FACTOR, FILE, LANGUAGE, RULE, one_of
from judge.options.sampling import DEFAULT_BYTES, DEFAULT_S, Manner, Sampling
from judge.packages.datasets.formats import FORMATS
from judge.packages.datasets.samples import Samples, read_samples
from judge.platform.errors import Fault, InputErrors, UsageError, counted
from judge.platform.interrupts import INTERRUPTED
from judge.platform.streams import Colour
from judge.running.languages.names import find_tool
from judge.show.evaluation import show_evaluation
from judge.show.progress import show_count
from judge.show.step_log import held, warn

_FAULTS_SHOWN = 10
_OWN = f"instead of each problem's own (default where it has none: {DEFAULT_S:g} s)"
_OWN_MEMORY = f"instead of each problem's own (default where it has none: {DEFAULT_BYTES >> 20} MiB)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    samples: Path = positional(FILE, "the samples: JSON lines with the id of a problem and a program each")
    dataset: Path | None = option("--dataset", FILE, "the problems: JSON lines, a JSON array, or Parquet")
    format: str = option("--format", one_of(tuple(FORMATS)), "the format of the data set", default="plain")
    out: Path | None = option("--out", FILE, "write a line for each sample as it ends")
    resume: bool = flag("--resume", "reuse the results of earlier runs that still hold")
    language: str = option(
        "--language", LANGUAGE, "the language of samples that state none", default="python"
    )
    pass_at: tuple[int, ...] | None = option(
        "--pass-at",
        COUNTS,
        "the values of k for pass@k (default: 1, 5, 10 and 100, as far as there are samples)",
    )
    by: str = option(
        "--by", one_of(("difficulty", "tag", "nothing")), "the rows of the table", default="difficulty"
    )
    all_tests: bool = flag("--all-tests", "judge each sample on all tests, not up to its first failure")
    time_s: float | None = time_option(_OWN)
    time_factor: float | None = option("--time-factor", FACTOR, "multiply the time limits of the data set")
    memory_bytes: int | None = memory_option(_OWN_MEMORY)
    compare: str | None = option(
        "--compare", RULE, "compare outputs by this rule where the data set has no checker"
    )
    jobs: int | None = jobs_option()
    cluster: str | None = cluster_option()
    insecure: bool = insecure_flag()
    sealing: Sealing
    color: Colour = color_option()


@held()
def evaluate(arguments: Arguments) -> int:
    """Judge the samples, show the table, and return the exit code. After an interrupt show what is known."""
    dataset = arguments.dataset
    if not dataset:
        raise UsageError("expected --dataset FILE with the problems, got none")
    if arguments.resume and not arguments.out:
        raise UsageError("expected --out FILE with --resume, got none")
    find_tool(arguments.language)
    faults: list[Fault] = []
    with Samples() as samples:
        read_samples(arguments.samples, arguments.language, samples, faults)
        if not samples:
            faults = faults or [Fault(arguments.samples, 0, "expected samples, got none")]
            raise InputErrors(tuple(_shorten(faults)))
        return _evaluate(arguments, dataset, samples, faults)


def _evaluate(arguments: Arguments, dataset: Path, samples: Samples, faults: list[Fault]) -> int:
    began = time.monotonic()
    manner = Manner(
        time_s=arguments.time_s,
        time_factor=arguments.time_factor,
        memory_bytes=arguments.memory_bytes,
        compare=arguments.compare,
        all_tests=arguments.all_tests,
    )
    sampling = Sampling(samples, manner, arguments.out, resume=arguments.resume)
    with sampling, _open_judge(arguments) as judge:
        list_submissions = partial(sampling.list_submissions, dataset, arguments.format, faults)
        complete = _judge(sampling, judge, list_submissions)
        if complete:
            sampling.finish(arguments.samples, faults)
        else:
            # An interrupt just after a submission can keep it from being cancelled with the others.
            judge.close(wait=False)
        wall_s = time.monotonic() - began
        found = sampling.conclude(arguments.pass_at or (), arguments.by, wall_s=wall_s, complete=complete)
    warn(_shorten(faults))
    show_evaluation(found, color=arguments.color)
    if not complete:
        return INTERRUPTED
    if faults or found.failed:
        return 2
    return int(not found.groups)


def _shorten(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the first faults of each file, since in a wrong format all records are at fault."""
    for path, own in groupby(faults, key=lambda fault: fault.path):
        first, more = (found := [*own])[:_FAULTS_SHOWN], len(found) - _FAULTS_SHOWN
        yield from first
        if more > 0:
            yield Fault(path, 0, f"{counted(more, 'more record')} at fault")


def _open_judge(arguments: Arguments) -> Judge:
    return Judge(
        jobs=arguments.jobs,
        cluster=arguments.cluster or "",
        insecure=arguments.insecure,
        sandbox=arguments.sealing.sandbox,
    )


def _judge(
    sampling: Sampling, judge: Judge, list_submissions: Callable[[TestMaker], Iterator[Submission]]
) -> bool:
    """Judge until the end or an interrupt, and return whether it was the end."""
    with show_count("judging", has_rate=True) as progress, suppress(KeyboardInterrupt):
        maker = TestMaker(judge, lambda words: progress(sampling.done, sampling.total, words))
        with closing(judge.map(list_submissions(maker))) as coming:
            for report in coming:
                sampling.add(report)
                progress(sampling.done, sampling.total)
        return True
    return False


_EXAMPLES = (
    ("judge evaluate samples.jsonl --dataset problems.jsonl", "pass@k of the samples on your own problems"),
    (
        "judge evaluate samples.jsonl --dataset test6.jsonl --format livecodebench --out results.jsonl",
        "on LiveCodeBench, with a line for each sample",
    ),
    ("judge evaluate samples.jsonl --dataset taco.parquet --format taco --by tag", "a row for each tag"),
)
COMMAND = Command(
    Arguments,
    evaluate,
    examples=_EXAMPLES,
    epilog=(
        "Exit codes: 0 every sample is judged, whatever its verdict, 1 none is, 2 bad input, or the judge"
        " failed on a sample, 3 a bug, 130 interrupted"
    ),
)
