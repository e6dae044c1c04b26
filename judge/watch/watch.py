"""The loop of `--watch`: wait for a key, a result or a change, judge what changed, draw.

A scan after a change is believed at once, unless a file may be half written: then it is repeated until the
files have been quiet for long enough. A scan that differs from the last one stops the round under way and
begins a new one, which continues it.
"""

import math
import time
from collections.abc import Callable, Sequence

from judge.cases.project import Project
from judge.model.results import Result
from judge.options.judging import describe_manner, exit_code
from judge.options.steps import Reading, Request, show_outcome
from judge.platform.errors import InputErrors
from judge.platform.interrupts import INTERRUPTED, Delayed
from judge.platform.streams import output_failure
from judge.running.one_time_notices import mark_shown
from judge.show.outcome import Outcome
from judge.show.step_log import warn
from judge.watch.changes import Changes
from judge.watch.round import Round, WatchWorkers
from judge.watch.scanner import ProjectScanner, Unread, may_be_half_written
from judge.watch.screen import draw_faults, draw_round
from judge.watch.terminal import Terminal
from judge.work.earlier import EarlierResults, Key, key_of
from judge.work.journal import Journal
from judge.work.keys import ResultKeys

# After this long without a change the project is scanned, and after this long any scan is believed.
_QUIET_S, _BELIEVED_S = 0.05, 0.5
# If changes never stop, this long after the first one.
_LATEST_S = 2.0
# A round is drawn at its end, and a longer one meanwhile, which takes at most this part of the time.
_SHORT_S, _REFRESH_S, _PART = 0.15, 0.25, 0.05
_QUIT, _ALL, _AGAIN = "q", "a", "\r\n"


def watch_project(request: Request, write: Callable[[Outcome], None]) -> int:
    """Watch until the user quits, then print the last outcome. Returns the exit code of the last round.

    `write` writes the reports of each round. Raises UsageError if there is nothing to watch, or no terminal.
    """
    terminal = Terminal("--watch")
    with Changes(terminal.wake) as changes, WatchWorkers(request) as workers:
        watch = _Watch(request, write, terminal, changes, workers)
        first = watch.scan_first()
        with terminal:
            code = watch.until_quit(first)
        watch.close()
    return code


class _Watch:
    """The state of the loop."""

    def __init__(
        self,
        request: Request,
        write: Callable[[Outcome], None],
        terminal: Terminal,
        changes: Changes,
        workers: WatchWorkers,
    ) -> None:
        self._request, self._write = request, write
        self._terminal, self._changes, self._workers = terminal, changes, workers
        self._scanner = ProjectScanner(request, changes)
        self._reading: Reading | Unread = Unread(())
        self._round: Round | None = None
        self._earlier = EarlierResults()
        self._failed: set[Key] = set()
        # The tests that Enter judges again.
        self._again: set[Key] = set()
        self._journal: Journal | None = None
        self._noticed: Sequence[str] = ()
        self._unwritten: tuple[str, ...] = ()
        self._code = INTERRUPTED
        self._began_at = ""
        # The times of the last change that was scanned, and of the last whose scan was not believed.
        self._scanned_s = self._doubted_s = -math.inf
        # The time of the first change since.
        self._first_s = math.inf
        self._draw_s = math.inf

    def scan_first(self) -> Reading | Unread:
        """Raises JudgeError if there is no project, or nothing in it that the words name."""
        # The keepers start while the files are read.
        self._workers.for_round(self._scanner.find_project())
        return self._scanner.scan_first()

    def until_quit(self, first: Reading | Unread) -> int:
        try:
            self._begin(first)
            while True:
                self._draw()
                for key in self._terminal.wait(self._patience_s):
                    if key == _QUIT:
                        return self._code
                    self._press(key)
                self._take()
                self._note_changes()
                if time.monotonic() >= self._due_s:
                    self._scan()
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            self._stop()

    def close(self) -> None:
        """Print the last outcome. The journal of an unfinished round is kept for `--resume`."""
        if isinstance(self._reading, Unread):
            warn(self._reading.lines)
        elif self._round:
            outcome = self._round.make_outcome()
            warn([*outcome.faults, *self._unwritten])
            show_outcome(outcome, self._round.reading, self._request, self._notices(self._round))
            if not output_failure():
                mark_shown(self._round.level)
        if self._journal:
            self._journal.close(finished=False)

    def _note_changes(self) -> None:
        if self._changes.last_s > self._scanned_s:
            self._first_s = min(self._first_s, self._changes.last_s)

    @property
    def _due_s(self) -> float:
        """The time of the next scan."""
        if self._first_s == math.inf:
            return math.inf
        last_s = self._changes.last_s
        quiet_s = _BELIEVED_S if last_s == self._doubted_s else _QUIET_S
        return min(last_s + quiet_s, self._first_s + _LATEST_S)

    @property
    def _patience_s(self) -> float | None:
        """The longest wait in seconds, None without a limit."""
        left_s = min(self._due_s, self._draw_s) - time.monotonic()
        return None if left_s == math.inf else max(0.0, left_s)

    def _scan(self) -> None:
        last_s = self._changes.last_s
        found = self._scanner.scan()
        before = self._round.reading if self._round else None
        may_doubt = time.monotonic() < min(last_s + _BELIEVED_S, self._first_s + _LATEST_S)
        if may_doubt and may_be_half_written(before, found):
            self._doubted_s = last_s
            return
        self._scanned_s, self._first_s = last_s, math.inf
        if found != self._reading:
            self._stop()
            self._begin(found)

    def _press(self, key: str) -> None:
        if key != _ALL and key not in _AGAIN:
            return
        self._stop()
        self._earlier.forget(None if key == _ALL else self._again)
        self._scanned_s, self._first_s = self._changes.last_s, math.inf
        self._begin(self._scanner.scan(), is_asked=True)

    def _begin(self, reading: Reading | Unread, *, is_asked: bool = False) -> None:
        """Begin a round while nothing runs. It continues a stopped round unless the user asked for it."""
        self._reading, self._unwritten = reading, ()
        self._began_at = time.strftime("%H:%M:%S")
        if isinstance(reading, Unread):
            self._code, self._draw_s = 2, -math.inf
            return
        project = reading.selected.project
        workers = self._workers.for_round(project)
        level = workers.level()
        manner = describe_manner(level, self._request.selection)
        pairs = ResultKeys(reading.selected.solutions, reading.selected.cases, manner=manner)
        self._open_journal(project, pairs)
        before = self._round
        self._round = Round(reading, pairs, self._earlier.that_hold(pairs), level, self._request)
        if before and not before.ended_at and not is_asked:
            self._round.continue_from(before)
        self._round.begin(workers, self._rank, self._terminal.wake)
        self._draw_s = time.monotonic() + _SHORT_S

    def _open_journal(self, project: Project, pairs: ResultKeys) -> None:
        """Open one for the round, unless that of a stopped round is open."""
        if self._journal:
            self._journal.change_keys(pairs)
            return
        self._journal = Journal(project.root, pairs)
        self._noticed = self._journal.notices
        if self._request.resume and not self._round:
            for result in self._journal.resume():
                self._earlier.add(result, pairs)

    def _rank(self, key: Key) -> int:
        """Put the tests that failed first, then the tests that have changed."""
        return 0 if key in self._failed else 1 if key in self._earlier else 2

    def _take(self) -> None:
        """Take the results that have come. The last one ends the round."""
        if not self._round or self._round.ended_at or not self._journal:
            return
        is_complete = self._round.is_complete
        # After an interrupt the journal has what the last table shows.
        with Delayed():
            for result in self._round.take_results():
                self._keep(result, self._round, self._journal)
        if is_complete:
            self._end(self._round, self._journal)

    def _keep(self, result: Result, round: Round, journal: Journal) -> None:
        journal.add(result)
        if result.final:
            self._earlier.add(result, round.pairs)
            self._again = round.judged
            (self._failed.add if result.as_expected is False else self._failed.discard)(key_of(result))

    def _end(self, round: Round, journal: Journal) -> None:
        round.end()
        outcome = round.make_outcome()
        self._code = exit_code(outcome)
        try:
            self._write(outcome)
        except InputErrors as error:
            self._code, self._unwritten = 2, tuple(map(str, error.faults))
        journal.close(finished=True)
        self._journal = None
        self._draw_s = -math.inf

    def _stop(self) -> None:
        if self._round:
            self._round.stop()
            self._take()

    def _draw(self) -> None:
        if not self._terminal.is_stale and time.monotonic() < self._draw_s:
            return
        size = self._terminal.size
        if isinstance(self._reading, Unread) or not self._round:
            faults = self._reading.lines if isinstance(self._reading, Unread) else ()
            self._draw_s = math.inf
            self._terminal.draw(draw_faults(faults, self._request, size, at=self._began_at))
            return
        began = time.monotonic()
        lines = draw_round(
            self._round,
            self._round.make_outcome(),
            self._request,
            size,
            faults=self._unwritten,
            notices=self._notices(self._round),
            again=len(self._again),
        )
        self._terminal.draw(lines)
        took_s = time.monotonic() - began
        self._draw_s = math.inf if self._round.ended_at else began + max(_REFRESH_S, took_s / _PART)

    def _notices(self, round: Round) -> list[str]:
        return [*self._noticed, *round.notices]
