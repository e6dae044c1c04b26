"""Problems that Competitive Companion posts: one request with JSON for each problem.

Source: https://github.com/jmerle/competitive-companion (README, "The format"). Limits are in milliseconds and
mebibytes, tests are texts.
"""

import math
import re
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from judge.cases.case_file import FILE
from judge.packages.names import make_name
from judge.packages.package import Package, Source
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError, printable, quoted
from judge.platform.units import write_size, write_time

_MOST_TESTS = 1000
_MOST_LETTERS = 200


class _Test(Struct):
    input: str
    output: str


class _Stream(Struct, rename="camel"):
    type: str
    file_name: str = ""


class _Batch(Struct):
    id: str = ""
    size: Annotated[int, Meta(ge=1, le=10**6)] = 1


class _Problem(Struct, rename="camel"):
    name: str
    url: str
    tests: Annotated[list[_Test], Meta(max_length=_MOST_TESTS)]
    time_limit: Annotated[float, Meta(ge=1, lt=1e9)]
    memory_limit: Annotated[float, Meta(gt=0, lt=1e6)]
    group: str = ""
    interactive: bool = False
    input: _Stream = field(default_factory=lambda: _Stream("stdin"))
    output: _Stream = field(default_factory=lambda: _Stream("stdout"))
    batch: _Batch = field(default_factory=_Batch)


class Posted(Struct, frozen=True, kw_only=True):
    """A posted problem, one of `size` in its `batch`.

    `url` is its source, `group` the site and the contest, `unsaid` lists what its case file cannot state.
    """

    package: Package
    url: str
    group: str
    batch: str
    size: int
    unsaid: tuple[str, ...]


def read_post(data: bytes) -> Posted:
    """Parse a request. Raises ValueError with the message if it is not a problem."""
    try:
        problem = from_json(data, _Problem)
    except FormatError as error:
        raise ValueError(
            f"expected a problem of Competitive Companion, got another: {error.message}"
        ) from None
    stated = {
        "problem": printable(problem.name)[:_MOST_LETTERS],
        "source": printable(problem.url),
        "time": write_time(problem.time_limit / 1000),
        "memory": write_size(math.ceil(problem.memory_limit) << 20),
        **_files(problem),
    }
    last = problem.url.rstrip("/").rpartition("/")[2]
    return Posted(
        package=Package(
            name=make_name(problem.name) or make_name(last) or "problem",
            origin="Competitive Companion",
            stated={key: value for key, value in stated.items() if value},
            tests=dict(_tests(problem)),
        ),
        url=stated["source"],
        group=printable(problem.group)[:_MOST_LETTERS],
        batch=problem.batch.id,
        size=problem.batch.size,
        unsaid=tuple(_list_unstated(problem)),
    )


def _tests(problem: _Problem) -> Iterator[tuple[str, Source]]:
    """Yield the samples, or an empty one to fill in. A blank output is no answer."""
    for number, test in enumerate(problem.tests or [_Test("", "")], 1):
        yield f"sample-{number}.in", test.input.encode()
        if test.output.strip() or not problem.tests:
            yield f"sample-{number}.out", test.output.encode()


def _files(problem: _Problem) -> dict[str, Any]:
    """Return the names of the files that a program reads and writes, if a case file allows them."""
    streams = {"input": problem.input, "output": problem.output}
    named = {key: one.file_name for key, one in streams.items() if one.type == "file"}
    found = {key: name for key, name in named.items() if re.fullmatch(FILE, name)}
    return {} if len(set(found.values())) < len(found) else found


def _list_unstated(problem: _Problem) -> Iterator[str]:
    if problem.interactive:
        yield "it is interactive: `interactor` in its case file names the program that talks with solutions"
    if not problem.tests:
        yield "it came without tests: the first is empty"
    files = _files(problem)
    for key, stream in (("input", problem.input), ("output", problem.output)):
        if stream.type == "file" and key not in files:
            yield f"expected a name for the file of its {key}, got {quoted(stream.file_name)}"
        elif stream.type not in ("file", "stdin", "stdout"):
            yield f"expected standard {key} or a file, got {quoted(stream.type)}"
