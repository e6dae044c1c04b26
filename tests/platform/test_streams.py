"""Guarded streams print nothing twice. tests/test_cli.py tests broken readers and full disks."""

import errno
import subprocess
import sys
from pathlib import Path

from helpers import environment

INTERRUPTED = """
import signal, sys
from judge.platform.streams import guard_streams

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

BYTES = r"""
import os, sys
from judge.platform.streams import guard_streams, output_failure, write_bytes

guard_streams()
sys.stdout.write("first ")
write_bytes(b"\xff\0\r\n")
sys.stdout.write("last\n")
failure = output_failure()
sys.stderr.write(str(failure and failure.errno))
"""


def test_an_interrupt_makes_nothing_be_said_twice() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], env=environment(), capture_output=True, timeout=120
    )
    numbers = [int(line) for line in done.stdout.split()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(numbers) > 10_000
    assert numbers == sorted(set(numbers))


def test_bytes_are_written_between_the_words_before_and_after_them() -> None:
    done = subprocess.run([sys.executable, "-c", BYTES], env=environment(), capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"first \xff\0\r\nlast\n", b"None")


def test_bytes_for_which_there_is_no_room_are_dropped_and_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", BYTES], env=environment(), stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (0, str(errno.ENOSPC).encode())
