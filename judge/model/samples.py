"""The results of the samples of a model, and what was left out of the tests."""

import msgspec


class SampleResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a sample. `passed` is None where the judge failed.

    `key` is the digest of all that the result depends on. Of the `tests` of the problem so many were
    `accepted`; `score` is their share, None if some were not judged. `cpu_s` is the CPU time of the slowest.
    """

    key: str
    problem: str
    sample: int
    line: int
    language: str
    verdict: str
    passed: bool | None
    score: float | None
    tests: int
    accepted: int
    cpu_s: float | None = None
    message: str = ""
    difficulty: str = ""
    tags: tuple[str, ...] = ()


class LeftOut(msgspec.Struct, frozen=True):
    """A command of a problem's generator that made no test, and the reason."""

    problem: str
    command: str
    reason: str
