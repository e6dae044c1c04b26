"""The rest of a run keeps results as they come."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from helpers import make_result
from msgspec.structs import replace

from judge.model.results import Result
from judge.show.progress import Progress
from judge.work import rest
from judge.work.journal import Journal
from judge.work.keys import ResultKeys


def coming(*results: Result) -> Generator[Result, None, None]:
    yield from results


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    kept = Journal(tmp_path, ResultKeys([], [], manner="", tool_of=lambda _: "", number_of=lambda *_: 1))
    kept.add = lambda result: None  # type: ignore[method-assign]
    yield kept
    kept.close(finished=True)


class Screen(Progress):
    """A progress display that shows results with a function."""

    def __init__(self, show: Callable[[Result], None]) -> None:
        super().__init__({})
        self.add = show  # type: ignore[method-assign]


def test_a_result_is_known_before_it_is_shown_which_an_interrupt_may_end(journal: Journal) -> None:
    def interrupted(result: Result) -> None:
        raise KeyboardInterrupt

    first, second = make_result(case="p/1"), make_result(case="p/2")
    known: list[Result] = []
    assert rest._gather(coming(first, second), known, journal, Screen(interrupted)) is False
    assert known == [first]


def test_what_is_provisional_is_shown_and_not_known(journal: Journal) -> None:
    shown: list[Result] = []
    final = make_result(runs=6)
    provisional = replace(final, runs=1, final=False)
    known: list[Result] = []
    assert rest._gather(coming(provisional, final), known, journal, Screen(shown.append)) is True
    assert (known, shown) == ([final], [provisional, final])
