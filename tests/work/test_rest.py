"""The rest of a run keeps results as they come."""

import json
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from helpers import before_line, make_case, make_result, make_solution
from msgspec.structs import replace

from judge.model.results import Result
from judge.platform import interrupts
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


@pytest.fixture
def interrupts_raise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Handle SIGINT as commands do, also when it comes several times a second."""
    monkeypatch.setattr(interrupts, "_SAME_S", 0.0)
    before = signal.signal(signal.SIGINT, interrupts._raise)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_before_any_line_leaves_the_same_results_in_the_journal_and_in_the_report(
    tmp_path: Path, interrupts_raise: None
) -> None:
    solution, case = replace(make_solution(), digest="0123"), make_case()
    results = [make_result(solution=solution.name, case=case.id, test=test) for test in (1, 2, 3)]
    functions = (rest._gather, interrupts.Delayed.__enter__, interrupts.Delayed.__exit__, Journal.add)
    kept, line, complete = set[int](), 0, False
    while not complete:
        line += 1
        root = tmp_path / str(line)
        root.mkdir()
        keys = ResultKeys([solution], [case], manner="", tool_of=lambda _: "", number_of=lambda *_: 3)
        journal = Journal(root, keys)
        known: list[Result] = []
        shown: list[Result] = []
        listener = Screen(shown.append)
        with (
            suppress(KeyboardInterrupt),
            before_line(line, lambda: signal.raise_signal(signal.SIGINT), *functions),
        ):
            complete = rest._gather(coming(*results), known, journal, listener)
        journal.close(finished=False)
        lines = [text for path in root.glob(".judge/*/run-*.jsonl") for text in path.read_text().splitlines()]
        assert [json.loads(text)["result"]["test"] for text in lines] == [result.test for result in known]
        assert shown == known[: len(shown)]
        assert len(known) - len(shown) in (0, 1)
        kept.add(len(known))
    assert kept == {0, 1, 2, 3}
