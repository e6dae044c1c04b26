"""Makers of measurements, with defaults."""

import random
from collections.abc import Mapping, Sequence

from judge.model.verdicts import Verdict
from judge.timing.timings import Bench, Machine, Startup, Timing

MACHINE = Machine(
    processor="A processor", processors=2, architecture="x86_64", python="3.11.7", manner="warm"
)


def noisy(time_s: float, *, rounds: int = 20, noise: float = 0.01, seed: object = 0) -> tuple[float, ...]:
    """Make rounds of about `time_s`."""
    chance = random.Random(f"{time_s} {seed}")
    return tuple(time_s * (1 + chance.uniform(0, noise)) for _ in range(rounds))


def make_timing(
    *,
    solution: str = "a.py",
    case: str = "p/one",
    tests: int = 1,
    limit_s: float = 1.0,
    startup: str = ".py",
    verdict: Verdict = Verdict.AC,
    times_s: Sequence[float] = (),
    calls: int | None = None,
    lines: int | None = None,
    instructions: int | None = None,
    interactor_cpu_s: float | None = None,
    output_digest: str = "",
) -> Timing:
    return Timing(
        solution=solution,
        case=case,
        tests=tests,
        limit_s=limit_s,
        startup=startup,
        verdict=verdict,
        times_s=tuple(times_s),
        calls=calls,
        lines=lines,
        instructions=instructions,
        interactor_cpu_s=interactor_cpu_s,
        output_digest=output_digest,
    )


def make_bench(
    *timings: Timing,
    startup_s: Sequence[float] = (0.001,) * 20,
    machine: Machine = MACHINE,
    rounds: int = 20,
    precision: float = 0.02,
    interrupted: bool = False,
) -> Bench:
    return Bench(
        timings=timings,
        startups=(Startup(kind=".py", times_s=tuple(startup_s)),),
        machine=machine,
        seed=7,
        rounds=rounds,
        precision=precision,
        wall_s=12.5,
        interrupted=interrupted,
    )


def bench_of(times: Mapping[str, Mapping[str, Sequence[float] | Verdict]]) -> Bench:
    """Make a benchmark from each solution's times on each case, or its verdict if it has none."""
    return make_bench(
        *(
            make_timing(solution=solution, case=case, verdict=found)
            if isinstance(found, Verdict)
            else make_timing(solution=solution, case=case, times_s=found)
            for solution, cases in times.items()
            for case, found in cases.items()
        )
    )
