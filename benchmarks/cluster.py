"""Measure the cost of a cluster for its driver, and the number of workers that one scheduler can serve.

    python benchmarks/cluster.py [--tests N] [--workers N ...] [--simulated N ...]

The first table shows real workers on this machine, `local:1` and `local:2`: a Python program that works for
some 10 ms and prints its input, on N tests (5,000). Driver CPU is user and system time of the driver and the
scheduler, which `local:N` keeps in the same process. Memory is the peak of that process.

The second table shows simulated workers: a real driver, a real Dask scheduler in another process, and Dask's
workers, a hundred in a process, which sleep 20 ms for each judgement instead of judging. Each could do 50
judgements a second; the rest of the time it waits for the driver, the scheduler or a processor. The last
column is the number of workers that would keep the driver or the scheduler busy all the time, computed from
the cost of a batch.
"""

import argparse
import asyncio
import json
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from judge.cases.tests import make_own_test
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.running.languages import LANGUAGES
from judge.running.places import Closed
from judge.work import cluster, worker_service
from judge.work.batches import BATCH_CALLS
from judge.work.cluster import open_cluster
from judge.work.engine import judge
from judge.work.machines import describe_machine
from judge.work.messages import MachineRequest
from judge.work.slots import Seal
from judge.work.task_results import Task

SEAL = Seal(closed=Closed())
LIMITS = Limits(cpu_s=10, memory_bytes=256 << 20, output_bytes=1 << 20)
JUDGEMENT_S = 0.02
PROGRAM = "line = input()\nsum(range(300_000))\nprint(line)\n"
# The workers of a process. More threads spend their time on waiting for the interpreter's lock.
_CREW = 100
# Profilers, monitors and clocks of many workers in one process would take all its time, and each line of the
# log goes to a handler of each worker.
_QUIET = {
    "DASK_LOGGING__DISTRIBUTED": "error",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "1h",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1h",
    "DASK_DISTRIBUTED__WORKER__USE_FILE_LOCKING": "False",
}
TICKS = os.sysconf("SC_CLK_TCK")


def program(folder: Path) -> Solution:
    path = folder / "echo.py"
    path.write_text(PROGRAM)
    status = path.stat()
    return Solution(
        name="echo.py",
        path=path,
        digest="",
        stamp=(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns),
        format="text",
        source="",
        interpreter="",
        expectations=(),
        language=LANGUAGES[".py"],
    )


def tasks_of(solution: Solution, tests: int) -> Iterator[Task]:
    for number in range(tests):
        line = b"%080d\n" % number
        case = Case(id=f"echo/{number}", title="", format="text", input=line, answer=line, limits=LIMITS)
        test = make_own_test(case)
        yield Task(solution=solution, test=test)


def judged(address: str, solution: Solution, tests: int) -> tuple[float, float]:
    """Return the wall time and this process's CPU time in seconds, once the workers are connected."""
    with open_cluster(address, SEAL) as executor:
        executor.greet([solution])
        began_s, cpu_s = time.perf_counter(), time.process_time()
        tasks = tasks_of(solution, tests)
        results = list(judge([solution], tasks, executor, SEAL, ahead=executor.ahead))
        spent = time.perf_counter() - began_s, time.process_time() - cpu_s
    assert {result.verdict for result in results if result.final} == {Verdict.AC}
    return spent


def show_real(solution: Solution, tests: int, counts: list[int]) -> None:
    print(f"{tests} judgements of a program in Python; load {os.getloadavg()[0]:.1f}")
    print("workers  wall s  ms of driver CPU a judgement  MiB of driver")
    alone_s = 0.0
    for workers in counts:
        wall_s, cpu_s = judged(f"local:{workers}", solution, tests)
        alone_s = alone_s or wall_s
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        share = f"{wall_s / alone_s:.2f} of the first"
        print(f"{workers:7}  {wall_s:6.1f}  {cpu_s / tests * 1e3:28.3f}  {peak:13}  {share}")


def cpu_s_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def simulated(workers: int) -> Iterator[tuple[str, int]]:
    """Yield the address of a scheduler with this number of workers, and its process."""
    from distributed import Client

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scheduler.json")
        words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        scheduler = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", str(file)], stderr=subprocess.DEVNULL
        )
        while not file.exists() or not file.stat().st_size:
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        crews = [
            subprocess.Popen(
                [sys.executable, __file__, "--crew", address, str(min(_CREW, workers - first))],
                env={**os.environ, **_QUIET},
                stderr=subprocess.DEVNULL,
            )
            for first in range(0, workers, _CREW)
        ]
        try:
            with Client(address) as client:
                # `wait_for_workers` asks for a description of each, again and again.
                while len(client.nthreads()) < workers:
                    time.sleep(0.5)
            yield address, scheduler.pid
        finally:
            for process in (*crews, scheduler):
                process.kill()
                process.wait()


def show_simulated(solution: Solution, counts: list[int]) -> None:
    print(f"\nsimulated: {JUDGEMENT_S * 1e3:g} ms a judgement; load {os.getloadavg()[0]:.1f}")
    print("workers  judgements/s  of possible  ms a batch: driver  scheduler  workers at the limit")
    for workers in counts:
        tests = BATCH_CALLS * max(20, min(4 * workers, 2000))
        with simulated(workers) as (address, scheduler), open_cluster(address, SEAL) as executor:
            executor.greet([solution])
            while len(executor) < workers:
                time.sleep(0.1)
            began_s = time.perf_counter()
            before_s = time.process_time(), cpu_s_of(scheduler)
            for _ in judge([], tasks_of(solution, tests), executor, SEAL, ahead=executor.ahead):
                pass
            wall_s = time.perf_counter() - began_s
            spent_s = time.process_time() - before_s[0], cpu_s_of(scheduler) - before_s[1]
        driver_s, scheduler_s = (each / tests * BATCH_CALLS for each in spent_s)
        most = BATCH_CALLS * JUDGEMENT_S / max(driver_s, scheduler_s)
        rate = tests / wall_s
        print(
            f"{workers:7}  {rate:12.0f}  {rate * JUDGEMENT_S / workers:11.2f}  {driver_s * 1e3:18.2f}"
            f"  {scheduler_s * 1e3:9.2f}  {most:20.0f}"
        )


@cache
def _describe(programs: tuple[Solution, ...]) -> bytes:
    # Once: a thousand descriptions of one machine would take minutes.
    return pickle.dumps(describe_machine("default", programs))


def slept(question: bytes, **_: Any) -> bytes:
    """Answer like `worker_service.answer_request`, but sleep instead of judging."""
    asked = pickle.loads(question)
    if isinstance(asked, MachineRequest):
        return _describe(asked.programs)
    time.sleep(JUDGEMENT_S * len(asked.messages))
    return pickle.dumps([_accepted(message.subject) for message in asked.messages])


def _accepted(task: Task) -> Result:
    return Result(
        solution=task.solution.name,
        case=task.test.case.id,
        test=task.test.number,
        tests=task.tests,
        verdict=Verdict.AC,
        expected=(Verdict.AC,),
        cpu_s=0.01,
        wall_s=0.02,
        peak_bytes=1 << 23,
    )


async def crew(address: str, workers: int) -> None:
    """Run this number of Dask's workers in this process."""
    from distributed import Worker

    worker_service.answer_request = slept
    begun = [
        Worker(address, nthreads=1, resources=cluster.RESOURCES, dashboard=False, memory_limit=0)
        for _ in range(workers)
    ]
    for some in range(0, workers, 50):
        await asyncio.gather(*begun[some : some + 50])
    await asyncio.gather(*(worker.finished() for worker in begun))


def main() -> None:
    parser = argparse.ArgumentParser(description="What a cluster costs.")
    parser.add_argument("--tests", type=int, default=5000)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--simulated", type=int, nargs="*", default=[1, 2, 4, 100, 1000])
    parser.add_argument("--crew", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.crew:
        asyncio.run(crew(arguments.crew[0], int(arguments.crew[1])))
        return
    with tempfile.TemporaryDirectory() as folder:
        solution = program(Path(folder))
        if arguments.tests:
            show_real(solution, arguments.tests, arguments.workers)
        if arguments.simulated:
            show_simulated(solution, arguments.simulated)


if __name__ == "__main__":
    main()
