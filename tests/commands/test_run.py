"""What `run` makes of results as they come."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import make_result

from judge.commands import run
from judge.results import Result
from judge.work.journal import Journal, Pairs


def coming(*results: Result) -> Generator[Result, None, None]:
    yield from results


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    kept = Journal(tmp_path, Pairs([], [], manner="", tool_of=lambda _: "", number_of=lambda *_: 1))
    kept.add = lambda result: None  # type: ignore[method-assign]
    yield kept
    kept.close(finished=True)


def test_a_result_is_known_before_it_is_shown_which_an_interrupt_may_end(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupted(totals: Mapping[str, int]) -> Iterator[Callable[[Result], None]]:
        def show(result: Result) -> None:
            raise KeyboardInterrupt

        yield show

    monkeypatch.setattr(run.console, "progress", interrupted)
    first, second = make_result(case="p/1"), make_result(case="p/2")
    known: list[Result] = []
    assert run._gather(coming(first, second), known, journal, {}) is False
    assert known == [first]


def test_what_is_provisional_is_shown_and_not_known(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Result] = []

    @contextmanager
    def progress(totals: Mapping[str, int]) -> Iterator[Callable[[Result], None]]:
        yield shown.append

    monkeypatch.setattr(run.console, "progress", progress)
    final = make_result(runs=6)
    provisional = replace(final, runs=1, final=False)
    known: list[Result] = []
    assert run._gather(coming(provisional, final), known, journal, {}) is True
    assert (known, shown) == ([final], [provisional, final])
