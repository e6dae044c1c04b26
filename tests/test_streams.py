"""Guarded streams: nothing is said twice. Of broken readers and full disks tells tests/test_cli.py."""

import subprocess
import sys

from helpers import environment

INTERRUPTED = """
import signal, sys
from judge.streams import guard_streams

class Interrupt(BaseException):
    pass

writing = False

def interrupt(*_):
    global writing
    if writing:
        writing = False
        raise Interrupt

guard_streams()
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
for number in range(20_000):
    try:
        writing = True
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()
        writing = False
    except Interrupt:
        pass
signal.setitimer(signal.ITIMER_REAL, 0)
"""


def test_an_interrupt_makes_nothing_be_said_twice() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], env=environment(), capture_output=True, timeout=120
    )
    numbers = [int(line) for line in done.stdout.split()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(numbers) > 10_000
    assert numbers == sorted(set(numbers))
