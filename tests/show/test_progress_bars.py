"""Progress bars: shown on a terminal, and neither written nor loaded elsewhere."""

import io
import subprocess
import sys

import pytest
from helpers import environment

from judge.show.progress import show_count, show_rounds
from judge.timing.measure import BenchProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def print_bars(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """Print bars to this stream as standard error, and return its text."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with show_count("making cases") as count:
        count(1, 3)
    with show_rounds(5.0) as show:
        show(BenchProgress(round=0, done=0, runs=7, undecided=None, spent_s=0.0))
        show(BenchProgress(round=2, done=3, runs=7, undecided=6, spent_s=1.0))
    return stream.getvalue()


def test_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text = print_bars(Terminal(), monkeypatch)
    assert "making cases" in text
    assert "1/3" in text
    assert "round 2, run 4 of 7, 6 pairs undecided" in text


def test_elsewhere_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert print_bars(io.StringIO(), monkeypatch) == ""


def test_who_sees_no_bar_does_not_wait_for_it() -> None:
    script = (
        "import sys\n"
        "import judge.commands.run\n"
        "from judge.show.progress import show_count\n"
        "with show_count('making cases') as count: count(1, 3)\n"
        "print('rich.progress' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
