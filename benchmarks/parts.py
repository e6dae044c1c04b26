"""Count what each process does for one judgement: program, launcher, keeper, and both threads of the harness.

Counts of page faults, system calls and instructions are the same on a busy machine. System calls and
instructions need perf(1) and its permission; "-" stands for what the machine does not count.
"""

import os
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from judge.library.folders import Loaded, load
from judge.work.engine import judge, list_tasks
from judge.work.slots import Seal
from judge.work.workers import Workers, open_workers

# what perf counts, with the heading of its column; a call of futex(2) waits for a lock or wakes who waits
EVENTS = {
    "raw_syscalls:sys_enter": "system calls",
    "syscalls:sys_enter_futex": "of these futex",
    "instructions": "instructions",
}
# what perf needs to begin to count
ATTACHING_S = 0.5
# CPU time of a typical program in C++, for the number of cores
PROGRAM_S = 1e-3
OWN, WITH_CHILDREN = ("--no-inherit",), ()


class Clocks(NamedTuple):
    """What a task has used since its start, and the page faults of its children that have ended."""

    cpu_s: float
    faults: int
    faults_of_children: int

    def since(self, other: "Clocks") -> "Clocks":
        return Clocks(
            self.cpu_s - other.cpu_s,
            self.faults - other.faults,
            self.faults_of_children - other.faults_of_children,
        )


def print_parts(projects: dict[str, Path]) -> None:
    """Print a table for each project, and the number of cores that one harness can keep busy."""
    print(f"\n| one judgement | part | CPU µs | page faults | {' | '.join(EVENTS.values())} |")
    print(f"|---|---|---:|---:|{'---:|' * len(EVENTS)}")
    cores = {}
    for language, project in projects.items():
        # With `cases` the headers of the programs, which name other cases, are ignored
        found = load(project, cases=project / "cases")
        seal = Seal(closed=found.project.closed())
        with open_workers(1, seal) as workers:
            cpu_s = _print_rows(language, found, workers, seal)
        # The threads of the harness share the interpreter's lock, so together they work on one core at most.
        harness_s = cpu_s["main thread"] + cpu_s["worker thread"]
        cores[language] = 1 + (PROGRAM_S + cpu_s["keeper"] + cpu_s.get("launcher", 0.0)) / harness_s
    for language, number in cores.items():
        print(
            f"\n{language}, programs of 1 ms: the harness is the limit from {number:.1f} cores on (goal 32)"
        )


def _print_rows(language: str, found: Loaded, workers: Workers, seal: Seal) -> dict[str, float]:
    """Print the rows of a language and return the CPU time of each part."""
    # builds the programs and warms everything
    runs, _ = _judge_all(found, workers, seal)
    tasks = _find_tasks()
    before = {part: _read_clocks(task) for part, task in tasks.items()}
    _, program_s = _judge_all(found, workers, seal)
    used = {part: _read_clocks(task).since(before[part]) for part, task in tasks.items()}
    with _counted(tasks, OWN) as own, _counted(tasks, WITH_CHILDREN) as all_of_them:
        _judge_all(found, workers, seal)
    children = used["keeper"].faults_of_children
    rows = {part: (clocks.cpu_s, clocks.faults, own[part]) for part, clocks in used.items()}
    ended = Counter[str]()
    for part in own.keys() & {"keeper", "launcher"}:
        ended.update(all_of_them[part])
        ended.subtract(own[part])
    rows["program"] = program_s, children, ended
    for part, (cpu_s, faults, events) in rows.items():
        counts = (f"{events[event] / runs:,.1f}" if event in events else "-" for event in EVENTS)
        print(
            f"| {language} | {part} | {cpu_s * 1e6 / runs:.0f} | {faults / runs:.1f} | {' | '.join(counts)} |"
        )
    return {part: row[0] / runs for part, row in rows.items()}


def _judge_all(found: Loaded, workers: Workers, seal: Seal) -> tuple[int, float]:
    """Judge all tests. Return their number and the CPU time of the programs."""
    tasks = list_tasks(found.solutions, found.cases)
    times = [result.cpu_s or 0.0 for result in judge(found.solutions, tasks, workers, seal) if result.final]
    return len(times), sum(times)


def _find_tasks() -> dict[str, int]:
    """Return the ids of this process's threads, of the keeper that it started, and of its launcher."""
    others = [each.native_id or 0 for each in threading.enumerate() if each is not threading.main_thread()]
    tasks = {"main thread": os.getpid(), "worker thread": others[0]}
    tasks["keeper"] = _children_of(os.getpid())[0]
    launchers = _children_of(tasks["keeper"])
    return tasks | dict(zip(("launcher",), launchers, strict=False))


def _children_of(pid: int) -> list[int]:
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def _read_clocks(task: int) -> Clocks:
    place = Path(f"/proc/{task}/task/{task}")
    fields = (place / "stat").read_text().rpartition(") ")[2].split()
    cpu_ns = int((place / "schedstat").read_text().split()[0])
    return Clocks(cpu_ns / 1e9, int(fields[7]), int(fields[8]))


@contextmanager
def _counted(tasks: dict[str, int], manner: Sequence[str]) -> Iterator[dict[str, Counter[str]]]:
    """Count events in each task while the block runs, with those of its new children unless it is `OWN`."""
    counts: dict[str, Counter[str]] = {part: Counter() for part in tasks}
    if not (perf := shutil.which("perf")):
        yield counts
        return
    words = (perf, "stat", "--field-separator=;", "--event", ",".join(EVENTS), *manner, "--tid")
    running = {
        part: subprocess.Popen([*words, str(task)], stderr=subprocess.PIPE, text=True)
        for part, task in tasks.items()
    }
    time.sleep(ATTACHING_S)
    yield counts
    for part, process in running.items():
        process.send_signal(signal.SIGINT)
        for line in process.communicate()[1].splitlines():
            value, _, event, *_ = (*line.split(";"), "", "", "")
            if value.isdigit():
                counts[part][event] = int(value)
