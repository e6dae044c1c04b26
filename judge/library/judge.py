"""The judge that stays open: workers, and a thread for each submission under way."""

import asyncio
import atexit
import os
import re
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from msgspec.structs import replace

from judge.library.arguments import require, require_iterable, require_jobs
from judge.library.builds import RecentBuilds
from judge.library.drivers import Desk, Drivers
from judge.library.files import SourceFiles
from judge.library.orders import Order, make_order
from judge.library.reports import Report, make_report, report_failure, report_refusal
from judge.library.submissions import Fields, Submission
from judge.model.results import Result
from judge.platform.errors import UsageError, quoted, unknown
from judge.running.keeper_client import Level
from judge.running.places import Closed
from judge.work.addresses import WANTED, is_cluster
from judge.work.batches import BATCH_CALLS
from judge.work.calls import AHEAD, run_calls
from judge.work.dispatch import Dispatch
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results, restore_own_path
from judge.work.slots import Programs, Seal
from judge.work.tasks import examine_task
from judge.work.workers import open_workers

# Enough to have the next submission ready while workers are busy.
_THREADS_PER_WORKER = 3


class Judge:
    """Workers that stay open, for sources and tests in memory.

    `jobs` is the number of workers, by default one for each physical core. With `cluster`, the address of a
    Dask scheduler, others judge; `insecure` allows one without TLS. `level` is the sandbox level in force,
    `len()` the number of workers. All methods may be called from any thread. Raises JudgeError if the sandbox
    does not start, or no worker answers.

    A judge that is open when the program ends cancels what was submitted.
    """

    def __init__(
        self,
        *,
        jobs: int | None = None,
        cluster: str = "",
        insecure: bool = False,
        sandbox: Level = "default",
    ) -> None:
        if require("cluster", cluster, str) and not is_cluster(cluster):
            raise UsageError(f"cluster: expected {WANTED}, got {quoted(cluster)}")
        require("insecure", insecure, bool)
        require_jobs(jobs)
        if cluster and jobs:
            raise UsageError("expected one of jobs and cluster, got both")
        self._process = os.getpid()
        self._is_closed = False
        self._programs = Programs()
        with ExitStack() as opened:
            self._builds = RecentBuilds()
            self._files = SourceFiles(self._forget)
            opened.callback(self._files.close)
            self._seal = Seal(level=sandbox, closed=Closed(whole=(self._files.folder,)))
            self._workers = opened.enter_context(
                _open_cluster(cluster, self._seal, insecure=insecure)
                if cluster
                else open_workers(jobs, self._seal, programs=self._programs)
            )
            self._workers.greet(())
            self.level: Level = self._workers.level()
            threads = _THREADS_PER_WORKER * self._count_workers() + 1
            self._drivers: Drivers[Report] = Drivers(threads, self._workers)
            self._ahead = 2 * threads
            self._opened = opened.pop_all()
        atexit.register(self.close, wait=False)

    def __len__(self) -> int:
        return len(self._workers)

    def _count_workers(self) -> int:
        """Return the number of workers to keep busy. Those of a cluster need not have answered yet."""
        return self._workers.candidates if isinstance(self._workers, Dispatch) else len(self._workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)

    def close(self, *, wait: bool = True) -> None:
        """Finish what was submitted, or cancel it, and end the workers. A fork closes nothing."""
        if self._is_closed or os.getpid() != self._process:
            return
        self._is_closed = True
        atexit.unregister(self.close)
        self._drivers.shutdown(cancel_futures=not wait)
        self._opened.close()

    def submit(self, source: str | bytes | Submission, **fields: Unpack[Fields]) -> Future[Report]:
        """Begin to judge a source, or a Submission. Raises JudgeError with one line for a wrong argument.

        Cancelling the future ends its programs. Its result never raises another exception: if the judge
        fails, the verdict is JE.
        """
        order = make_order(make_submission(source, fields))
        self._require_open()
        return self._drivers.submit(self._judge, order)

    def judge(self, source: str | bytes | Submission, **fields: Unpack[Fields]) -> Report:
        """Judge a source as `submit` does, and wait for the report. An interrupt ends its programs."""
        future = self.submit(source, **fields)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    async def ajudge(self, source: str | bytes | Submission, **fields: Unpack[Fields]) -> Report:
        """Judge a source as `submit` does, in an event loop. Cancelling the task ends its programs."""
        return await asyncio.wrap_future(self.submit(source, **fields))

    def run(self, source: str | bytes | Submission, **fields: Unpack[Fields]) -> Future[Report]:
        """Begin to run a source on its only test, as `submit` does. The report has the whole output."""
        order = make_order(make_submission(source, fields))
        if len(order.tests) > 1:
            raise UsageError(f"tests: expected one test to run, got {len(order.tests)}")
        self._require_open()
        return self._drivers.submit(self._run, order)

    def map(self, submissions: Iterable[Submission]) -> Generator[Report, None, None]:
        """Yield the report on each submission as it is finished; `key` says which it is.

        The iterable may be endless: a bounded number of submissions is read in advance. A wrong argument, or
        an item that is no Submission, is a JE in its report. An exception of the iterable is raised. Once you
        stop iterating, what is under way is cancelled.
        """
        self._require_open()
        stream = require_iterable("submissions", submissions, Submission)
        calls = ((None, self._judge_stated, (each,)) for each in stream)
        with closing(run_calls(self._drivers, calls, ahead=self._ahead)) as coming:
            for _, report in coming:
                assert report
                yield report

    def _require_open(self) -> None:
        if os.getpid() != self._process:
            raise UsageError("expected a judge that this process has opened, got one of its parent")
        if self._is_closed:
            raise UsageError("expected an open judge, got a closed one")

    def _judge_stated(self, desk: Desk, submission: object) -> Report:
        """Judge an item that has not been checked."""
        if not isinstance(submission, Submission):
            return report_failure(None, f"expected a Submission, got {type(submission).__name__}")
        try:
            order = make_order(submission)
        except Exception as error:
            return report_failure(submission.key, str(error) or repr(error))
        return self._judge(desk, order)

    def _judge(self, desk: Desk, order: Order) -> Report:
        if order.refusal:
            return report_refusal(order)
        try:
            return make_report(order, self._collect(desk, order))
        except CancelledError:
            raise
        except Exception as error:
            return report_failure(order.key, str(error) or repr(error))

    def _run(self, desk: Desk, order: Order) -> Report:
        if order.refusal:
            return report_refusal(order)
        try:
            with order.place(self._files) as (solution, cases):
                (task,) = list_tasks((solution,), cases)
                seen = desk.submit(examine_task, task, self._seal).result()
        except CancelledError:
            raise
        except Exception as error:
            return report_failure(order.key, str(error) or repr(error))
        run, result = seen.run, seen.result
        result = replace(result, stderr=run.stderr if run else result.stderr)
        result = self._hide_place(restore_own_path(result, solution))
        report = make_report(order, [result])
        return replace(report, run=run and replace(run, stderr=result.stderr))

    def _collect(self, desk: Desk, order: Order) -> list[Result]:
        """Return the results in the order of the tests."""
        with order.place(self._files) as (solution, cases):
            is_far = isinstance(self._workers, Dispatch)
            # A worker of a cluster builds what it runs. Here others would wait for the build.
            programs = () if is_far else (solution, *list_deciders(cases))
            # Whole batches cost a cluster less.
            ahead = BATCH_CALLS if is_far else AHEAD
            tasks = list_tasks((solution,), cases)
            with closing(
                judge(programs, tasks, desk, self._seal, fail_fast=order.stops, ahead=ahead)
            ) as coming:
                results = [*coming]
            ordered = order_final_results(results, (solution,), cases, fail_fast=order.stops)
        return [self._hide_place(each) for each in ordered]

    def _forget(self, path: Path) -> None:
        """Forget the program of a source that is used no more. Its build stays for a while."""
        for program in self._programs.forget(path):
            self._builds.add(program)

    def _hide_place(self, result: Result) -> Result:
        """Leave out the folder of the source in what the compiler and the program say."""
        place = f"{self._files.folder}/"
        stderr = re.sub(re.escape(place.encode()) + rb"[0-9a-f]{64}/", b"", result.stderr)
        message = re.sub(re.escape(place) + "[0-9a-f]{64}/", "", result.message)
        return replace(result, stderr=stderr, message=message)


def make_submission(source: str | bytes | Submission, fields: Any) -> Submission:
    """Make a submission from a source and its fields, or from another one by replacing fields.

    Raises UsageError for a field that does not exist, and without tests.
    """
    known = Submission.__struct_fields__[1:]
    if wrong := next((name for name in fields if name not in known), ""):
        raise UsageError(unknown("one of the fields", wrong, known))
    if isinstance(source, Submission):
        return replace(source, **fields)
    if "tests" not in fields:
        raise UsageError("tests: expected at least one test, got none")
    return Submission(source, **fields)


def _open_cluster(address: str, seal: Seal, *, insecure: bool) -> Any:
    # Imported here, since few judges need it.
    from judge.work.cluster import open_cluster

    return open_cluster(address, seal, insecure=insecure)
