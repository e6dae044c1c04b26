"""`judge run --watch`: rounds over the same workers, each of what no result stands for.

When something has changed, a look reads the project anew. What it finds is believed at once, but for what may
be half of a change. Where it is what the last look found, nothing follows. Else what is under way is stopped,
and a round judges what has no result that stands. A round that was stopped so goes on in the next one.
"""

import math
import time
from collections.abc import Callable, Sequence

from judge.cases.project import Project
from judge.changes import Changes
from judge.commands.anew import Hands, Round
from judge.commands.drawing import drawn_faults, drawn_round
from judge.commands.judging import manner_of
from judge.commands.rounds import Arguments, Look, pairs_of, shown
from judge.commands.watched import Eye, Unread, may_be_half
from judge.errors import InputErrors
from judge.interrupts import INTERRUPTED
from judge.running.told import tell
from judge.show.outcome import Outcome
from judge.streams import output_failure, warn
from judge.terminal import Terminal
from judge.work.journal import Journal
from judge.work.keys import Pairs
from judge.work.standing import Key, Standing, key_of

# After so long without a change a look is worth it, and what it finds is believed, whatever it is.
_QUIET_S, _BELIEVED_S = 0.05, 0.5
# Where changes go on and on, a look is made so late, and believed.
_LATEST_S = 2.0
# A round is drawn when it is over, and one that takes longer meanwhile; that takes such a part of the time.
_SHORT_S, _REFRESH_S, _PART = 0.15, 0.25, 0.05
_QUIT, _ALL, _AGAIN = "q", "a", "\r\n"


def watched(arguments: Arguments, write: Callable[[Outcome], None]) -> int:
    """Until the user quits: the exit code of the last round. Then the screen shows what is known.

    Raises UsageError where there is nothing to watch, or no terminal to show it on.
    """
    terminal = Terminal("--watch")
    with Changes(terminal.wake) as changes, Hands(arguments) as hands:
        watch = _Watch(arguments, write, terminal, changes, hands)
        first = watch.first_look()
        with terminal:
            code = watch.until_quit(first)
        watch.close()
    return code


class _Watch:
    """What was seen, judged and drawn."""

    def __init__(
        self,
        arguments: Arguments,
        write: Callable[[Outcome], None],
        terminal: Terminal,
        changes: Changes,
        hands: Hands,
    ) -> None:
        self._arguments, self._write = arguments, write
        self._terminal, self._changes, self._hands = terminal, changes, hands
        self._eye = Eye(arguments, changes)
        self._seen: Look | Unread = Unread(())
        self._round: Round | None = None
        self._standing = Standing()
        self._failed: set[Key] = set()
        # What Enter asks for.
        self._again: set[Key] = set()
        self._journal: Journal | None = None
        self._noticed: Sequence[str] = ()
        self._unwritten: tuple[str, ...] = ()
        self._code = INTERRUPTED
        self._began_at = ""
        # The times of the last change that was looked for, and of the last that was not believed.
        self._looked_s = self._doubted_s = -math.inf
        # The time of the first since.
        self._first_s = math.inf
        self._draw_s = math.inf

    def first_look(self) -> Look | Unread:
        """Raises JudgeError where there is no project, or nothing in it that the words name."""
        # The keepers start while the files are read.
        self._hands.of(self._eye.project())
        return self._eye.first_look()

    def until_quit(self, first: Look | Unread) -> int:
        try:
            self._begin(first)
            while True:
                self._draw()
                for key in self._terminal.wait(self._patience_s):
                    if key == _QUIT:
                        return self._code
                    self._press(key)
                self._take()
                self._listen()
                if time.monotonic() >= self._due_s:
                    self._look()
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            self._stop()

    def close(self) -> None:
        """Say what is known where the user was before; an unfinished round is left for `--resume`."""
        if isinstance(self._seen, Unread):
            warn(self._seen.lines)
        elif self._round:
            outcome = self._round.outcome()
            warn([*outcome.faults, *self._unwritten])
            shown(outcome, self._round.look.found, self._arguments, self._notices(self._round))
            if not output_failure():
                tell(self._round.level)
        if self._journal:
            self._journal.close(finished=False)

    def _listen(self) -> None:
        if self._changes.last_s > self._looked_s:
            self._first_s = min(self._first_s, self._changes.last_s)

    @property
    def _due_s(self) -> float:
        """When to look."""
        if self._first_s == math.inf:
            return math.inf
        last_s = self._changes.last_s
        quiet_s = _BELIEVED_S if last_s == self._doubted_s else _QUIET_S
        return min(last_s + quiet_s, self._first_s + _LATEST_S)

    @property
    def _patience_s(self) -> float | None:
        """How long there is nothing to do unless something happens."""
        left_s = min(self._due_s, self._draw_s) - time.monotonic()
        return None if left_s == math.inf else max(0.0, left_s)

    def _look(self) -> None:
        last_s = self._changes.last_s
        found = self._eye.look()
        before = self._round.look if self._round else None
        may_doubt = time.monotonic() < min(last_s + _BELIEVED_S, self._first_s + _LATEST_S)
        if may_doubt and may_be_half(before, found):
            self._doubted_s = last_s
            return
        self._looked_s, self._first_s = last_s, math.inf
        if found != self._seen:
            self._stop()
            self._begin(found)

    def _press(self, key: str) -> None:
        if key != _ALL and key not in _AGAIN:
            return
        self._stop()
        self._standing.forget(None if key == _ALL else self._again)
        self._looked_s, self._first_s = self._changes.last_s, math.inf
        self._begin(self._eye.look(), is_asked=True)

    def _begin(self, seen: Look | Unread, *, is_asked: bool = False) -> None:
        """A round of what was seen, while nothing runs. One that is asked for goes on with no other."""
        self._seen, self._unwritten = seen, ()
        self._began_at = time.strftime("%H:%M:%S")
        if isinstance(seen, Unread):
            self._code, self._draw_s = 2, -math.inf
            return
        project = seen.found.project
        workers = self._hands.of(project)
        level = workers.level()
        pairs = pairs_of(seen.found, manner_of(level, cold=self._arguments.chosen.cold))
        self._open_journal(project, pairs)
        before = self._round
        self._round = Round(seen, pairs, self._standing.among(pairs), level, self._arguments)
        if before and not before.ended_at and not is_asked:
            self._round.go_on_with(before)
        self._round.begin(workers, self._rank, self._terminal.wake)
        self._draw_s = time.monotonic() + _SHORT_S

    def _open_journal(self, project: Project, pairs: Pairs) -> None:
        """That of the round, or of the one before, which was stopped."""
        if self._journal:
            self._journal.go_on(pairs)
            return
        self._journal = Journal(project.root, pairs)
        self._noticed = self._journal.notices
        if self._arguments.resume and not self._round:
            for result in self._journal.resume():
                self._standing.add(result, pairs)

    def _rank(self, key: Key) -> int:
        """What failed first, then what has changed."""
        return 0 if key in self._failed else 1 if key in self._standing else 2

    def _take(self) -> None:
        """What has come. With the last result the round is over."""
        if not self._round or self._round.ended_at or not self._journal:
            return
        is_complete = self._round.is_complete
        for result in self._round.taken():
            self._journal.add(result)
            if result.final:
                self._standing.add(result, self._round.pairs)
                self._again = self._round.judged
                (self._failed.add if result.as_expected is False else self._failed.discard)(key_of(result))
        if is_complete:
            self._end(self._round, self._journal)

    def _end(self, round: Round, journal: Journal) -> None:
        round.end()
        outcome = round.outcome()
        self._code = round.code(outcome)
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
        if isinstance(self._seen, Unread) or not self._round:
            faults = self._seen.lines if isinstance(self._seen, Unread) else ()
            self._draw_s = math.inf
            self._terminal.draw(drawn_faults(faults, self._arguments, size, at=self._began_at))
            return
        began = time.monotonic()
        lines = drawn_round(
            self._round,
            self._round.outcome(),
            self._arguments,
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
