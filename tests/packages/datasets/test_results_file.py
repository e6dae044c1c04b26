"""The file of results, where the disk is full."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.model.samples import SampleResult
from judge.packages.datasets.results import ResultsFile
from judge.platform.errors import InputErrors


def make_result(number: int) -> SampleResult:
    return SampleResult(
        key=f"{number:032}",
        problem="a",
        sample=number,
        line=number,
        language="python",
        verdict="WA",
        passed=False,
        score=None,
        tests=1,
        accepted=0,
        message="x" * 50,
    )


@contextmanager
def limit(bytes: int) -> Iterator[None]:
    """Let no file have more bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, limits[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


def write(path: Path | None, results: list[SampleResult]) -> None:
    with ResultsFile(path, resume=False) as file:
        for result in results:
            file.add(result)


@pytest.mark.parametrize("room", [0, 1, 100, 1000, 1001, 5000])
@pytest.mark.parametrize("has_path", [True, False])
def test_a_full_disk_is_one_line_that_names_the_file_and_loses_no_whole_line(
    room: int, has_path: bool, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl" if has_path else None
    why = r"got: File too large \(--resume continues\)" if path else r"got: File too large \(see TMPDIR\)"
    results = [*map(make_result, range(100))]
    with limit(room), pytest.raises(InputErrors, match=why) as raised:
        write(path, results)
    assert str(raised.value).startswith(f"{path}: " if path else "/")
    if path:
        with ResultsFile(path, resume=True) as file:
            known = [file.read(place) for place in file.known.values()]
            assert known == results[: path.read_bytes().count(b"\n")]
            file.add(results[-1])
        with ResultsFile(path, resume=True) as file:
            assert len(file.known) == len(known) + 1
