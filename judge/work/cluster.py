"""Workers of a Dask cluster. Only this module and `nodes` import Dask, here and on workers.

A question is a Dask task bound to one worker by its address and to the resource `judge`, of which a worker
has one. `dispatch` handles lost tasks instead of Dask, because it knows more about them.
"""

import ipaddress
import logging
import signal
import warnings
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from judge.platform.errors import UsageError
from judge.platform.installed import command_for
from judge.running.runner import Runner
from judge.work import worker_service
from judge.work.calls import fulfil
from judge.work.dispatch import Dispatch
from judge.work.remote_workers import LostAnswer
from judge.work.slots import Seal

LOCAL = "local:"
_CONNECT_S = 10.0
_ANSWER_S = 10.0
_FORGET_S = 5.0
_FETCHED_AT_ONCE = 16
RESOURCES = {"judge": 1}
# Settings of Dask here and on local workers: no pages, no profiles, no warnings.
_SETTINGS = {
    "distributed.admin.large-graph-warning-threshold": "1 TB",
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
    "distributed.nanny.pre-spawn-environ.PYTHONWARNINGS": "ignore",
}


@contextmanager
def open_cluster(
    address: str, seal: Seal, *, shared: Path | None = None, insecure: bool = False
) -> Iterator[Dispatch]:
    """Open an executor on the workers of the scheduler at `address`, or on N local workers for `local:N`.

    An address is `tcp://HOST:PORT` or `tls://HOST:PORT`. Raises UsageError if none answers, if anyone
    could give it work and `insecure` is not set, or if Dask is not installed. Closing waits for nothing.
    """
    distributed = _import_dask()
    with Runner(core=None, level=seal.level, closed=seal.closed) as runner:
        level = runner.level()
    with ExitStack() as opened:
        if not address.startswith(LOCAL):
            _require_safe(address, insecure=insecure)
        try:
            # Warnings about slow disks and other versions do not matter here.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if address.startswith(LOCAL):
                    connect = _start_local(distributed, int(address.removeprefix(LOCAL)), opened)
                else:
                    connect = partial(distributed.Client, address, timeout=_CONNECT_S)
                pool = _DaskPool(connect, address)
        except Exception as error:
            reason = str(error).partition("\n")[0] or repr(error)
            keys = ": keys are `distributed.comm.tls` of Dask's settings" if address.startswith("tls") else ""
            message = f"cluster: expected a Dask scheduler at {address}, got: {reason}{keys}"
            raise UsageError(message) from None
        opened.callback(pool.close)
        dispatch = Dispatch(pool, seal, level, shared=shared)
        opened.callback(dispatch.shutdown, cancel_futures=True)
        yield dispatch


def _import_dask() -> Any:
    """Import Dask and silence its log: callers report errors. Raises UsageError if it is missing."""
    try:
        import cryptography  # noqa: F401
        import dask
        import distributed
    except ImportError as error:
        message = f"cluster: expected the extra `cluster`, got: {error}: {command_for('cluster')}"
        raise UsageError(message) from None
    dask.config.set(_SETTINGS)
    # The client sets the level of its logger separately.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def _start_local(distributed: Any, workers: int, opened: ExitStack) -> Callable[[], Any]:
    """Start workers on this machine, which end with `opened`, and return a function that connects a client.

    Their only ports require keys, which are never on a disk.
    """
    from judge.work.nodes import SilentScheduler, SilentWorker

    security = distributed.Security.temporary()
    node = {"host": "127.0.0.1", "protocol": "tls://", "security": security, "dashboard": False}
    worker = {
        **node,
        "worker_class": SilentWorker,
        "nthreads": 1,
        "resources": RESOURCES,
        "memory_limit": 0,
        "silence_logs": logging.CRITICAL,
    }
    # Starting it later would unblock interrupts.
    resource_tracker.ensure_running()
    # A terminal sends interrupts to all processes: only this one may get them.
    with _block_interrupts():
        cluster = distributed.SpecCluster(
            scheduler={"cls": SilentScheduler, "options": {**node, "port": 0}},
            workers={number: {"cls": distributed.Nanny, "options": worker} for number in range(workers)},
            security=security,
            silence_logs=logging.CRITICAL,
        )
        opened.enter_context(cluster)
    return partial(distributed.Client, cluster.scheduler_address, security=security, timeout=_CONNECT_S)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block interrupts in processes started here. This process gets them again afterwards."""
    old = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _require_safe(address: str, *, insecure: bool) -> None:
    """Raises UsageError if anyone who can connect could run arbitrary code."""
    url = urlsplit(address)
    if url.scheme == "tcp" and not insecure and not _is_loopback(url.hostname or ""):
        raise UsageError(
            f"cluster: expected tls://, or an address of this machine, got {address}: an open"
            " scheduler lets anyone run code on its workers; --insecure, or insecure=True, uses it anyway"
        )


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _connect_in_time(connect: Callable[[], Any]) -> Any:
    """Call `connect` with a deadline, because Dask waits forever for a server that never answers."""
    done: Future[Any] = Future()
    Thread(target=fulfil, args=(done, connect), daemon=True).start()
    try:
        return done.result(2 * _CONNECT_S)
    except TimeoutError:
        raise OSError("no answer of a scheduler") from None


class _DaskPool:
    """The workers of a scheduler, through a client that reconnects after it has given up."""

    def __init__(self, connect: Callable[[], Any], where: str) -> None:
        """Raises the exception of Dask if there is no scheduler."""
        self.where = where
        self._connect = partial(_connect_in_time, connect)
        self._fetching = ThreadPoolExecutor(_FETCHED_AT_ONCE)
        self._client = self._connect()

    def list_members(self) -> Collection[str]:
        try:
            if self._client.status == "closed":
                self._client = self._connect()
            scheduler = self._client.scheduler
            found: dict[str, int] = self._client.sync(scheduler.ncores, callback_timeout=_ANSWER_S)
        except Exception as error:
            raise OSError(str(error)) from None
        return found.keys()

    def ask(self, address: str, question: bytes, answered: Callable[[], None]) -> "_DaskTask":
        try:
            future = self._client.submit(
                _answer, question, workers=[address], resources=RESOURCES, pure=False
            )
            sent = _DaskTask(future, answered)
            future.add_done_callback(lambda _: self._fetching.submit(sent.fetch))
        except Exception as error:
            raise OSError(str(error)) from None
        return sent

    def end_run(self, run: str) -> None:
        """Tell all workers, but never wait long for one that does not listen."""
        telling = Thread(target=self._tell_all, args=(run,), daemon=True)
        telling.start()
        telling.join(_FORGET_S)

    def _tell_all(self, run: str) -> None:
        with suppress(Exception):
            self._client.run(worker_service.end_run, run, on_error="ignore")

    def close(self) -> None:
        self._fetching.shutdown(wait=False, cancel_futures=True)
        with suppress(Exception):
            self._client.close()


class _DaskTask:
    """A Dask task. Its outcome is fetched as soon as it exists, because fetching takes longest."""

    def __init__(self, future: Any, answered: Callable[[], None]) -> None:
        self._future, self._answered = future, answered
        self._fetched: Future[bytes] = Future()

    def fetch(self) -> None:
        try:
            self._fetched.set_result(self._future.result(timeout=_ANSWER_S))
        except CancelledError:
            self._fetched.set_exception(LostAnswer("the scheduler has lost it", innocent=True))
        except TimeoutError:
            self._fetched.set_exception(LostAnswer("its answer does not come"))
        except Exception as error:
            self._fetched.set_exception(error)
        with suppress(Exception):
            self._future.release()
        self._answered()

    def answer(self) -> bytes:
        return self._fetched.result()

    def drop(self) -> None:
        with suppress(Exception):
            self._future.cancel()


def _answer(question: bytes) -> bytes:
    from distributed import get_worker

    worker = get_worker()
    named = worker.security.get_tls_config_for_role("worker").values()
    # Other strings are the key itself.
    keys = [Path(name) for name in named if isinstance(name, str) and "\n" not in name]
    return worker_service.answer_request(question, folder=Path(worker.local_directory), keys=keys)
