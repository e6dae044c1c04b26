"""Measure the time from a save to its verdict under `judge run --watch`.

    python benchmarks/watch.py [--saves N]

One Python program runs on six short cases, in a pseudo-terminal. The program is saved right and wrong in
turn, like an editor that writes a new file and renames it. The time runs from before the save until the
terminal has the complete page with the new verdicts. Prints the median of all saves, the least, the most, and
the load of the machine.
"""

import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median

RIGHT = b"print(sum(map(int, input().split())))\n"
WRONG = b"print(max(map(int, input().split())))\n"
CASES = 6
GOAL_MS = 300
_END_OF_PAGE = b"\x1b[?2026l"
# Keeps two saves from being seen as one.
_REST_S = 0.6


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a save waits for its verdict.")
    parser.add_argument("--saves", type=int, default=20, metavar="N", help="saves (20)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = measured_ms(Path(folder), arguments.saves)
    load, *_ = os.getloadavg()
    print(f"save to verdict {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f}), goal {GOAL_MS} ms")
    print(f"{len(times)} saves, load {load:.1f} on {len(os.sched_getaffinity(0))} processors")


def measured_ms(root: Path, saves: int) -> list[float]:
    program = write_project(root)
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    words = [sys.executable, "-m", "judge", "run", "--watch", "--root", str(root)]
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as watching:
        try:
            wait_for(b"6 of 6 judged", ours)
            times = []
            for number in range(saves):
                source, status = ((WRONG, b"6 failed"), (RIGHT, b"6 passed"))[number % 2]
                time.sleep(_REST_S)
                began = time.monotonic()
                save(program, source)
                wait_for(status, ours)
                times.append((time.monotonic() - began) * 1000)
        finally:
            watching.terminate()
    return times


def write_project(root: Path) -> Path:
    """Write a project. Return the path of its program."""
    cases = [
        f'  - {{id: c{number}, input: "1 {number}", output: "{1 + number}\\n"}}\n'
        for number in range(1, CASES + 1)
    ]
    for folder in ("solutions", "cases"):
        (root / folder).mkdir()
    (root / "cases" / "sum.yaml").write_text("format: text\ncompare: luogu\ncases:\n" + "".join(cases))
    program = root / "solutions" / "sums.py"
    program.write_bytes(RIGHT)
    return program


def save(path: Path, source: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(source)
    new.replace(path)


def wait_for(words: bytes, terminal: int) -> None:
    """Wait for a complete page with these words."""
    page = b""
    while True:
        page += os.read(terminal, 1 << 16)
        *pages, page = page.split(_END_OF_PAGE)
        if any(words in each for each in pages):
            return


if __name__ == "__main__":
    main()
