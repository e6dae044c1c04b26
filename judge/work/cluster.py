"""Workers of a Dask cluster: the only module but `nodes` that names Dask, here and where a worker runs.

A question is a Dask task that is bound to one worker by its address and to the resource `judge`, of which a
worker has one. What Dask would do about lost tasks is done in `dispatch`, which knows more of them.
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

from judge.errors import UsageError
from judge.platform.installed import command_for
from judge.running.runner import Runner
from judge.work import worker_service
from judge.work.dispatch import Dispatch
from judge.work.remote_workers import LostAnswer
from judge.work.slots import Seal

LOCAL = "local:"
_CONNECT_S = 10.0
_ANSWER_S = 10.0
_FORGET_S = 5.0
_FETCHED_AT_ONCE = 16
RESOURCES = {"judge": 1}
# Of Dask here, and of the workers that are started here: no pages, no profiles, no warnings.
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
    """An executor on the workers of the scheduler at `address`, or on so many here as `local:N` says.

    An address is `tcp://HOST:PORT` or `tls://HOST:PORT`. Raises UsageError where there is none, where anybody
    could give it work and that is not called `insecure`, or where Dask is not installed. At the end nothing
    is waited for.
    """
    distributed = _dask()
    with Runner(core=None, level=seal.level, closed=seal.closed) as runner:
        level = runner.level()
    with ExitStack() as opened:
        if not address.startswith(LOCAL):
            _check(address, insecure=insecure)
        try:
            # Of slow disks and of other versions, which are no matter here.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                crew = _Workers(_client(distributed, address, opened), address)
        except Exception as error:
            reason = str(error).partition("\n")[0] or repr(error)
            keys = ": keys are `distributed.comm.tls` of Dask's settings" if address.startswith("tls") else ""
            message = f"--cluster: expected a Dask scheduler at {address}, got: {reason}{keys}"
            raise UsageError(message) from None
        opened.callback(crew.close)
        dispatch = Dispatch(crew, seal, level, shared=shared)
        opened.callback(dispatch.shutdown, cancel_futures=True)
        yield dispatch


def _dask() -> Any:
    """Dask, quiet: who uses it tells what goes wrong. Raises UsageError where it is not installed."""
    try:
        import cryptography  # noqa: F401
        import dask
        import distributed
    except ImportError as error:
        message = f"--cluster: expected the extra `cluster`, got: {error}: {command_for('cluster')}"
        raise UsageError(message) from None
    dask.config.set(_SETTINGS)
    # The client's has a level of its own.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def _client(distributed: Any, address: str, opened: ExitStack) -> Callable[[], Any]:
    """What makes a client of the cluster, which is begun here where it is to be."""
    if address.startswith(LOCAL):
        return _local(distributed, int(address.removeprefix(LOCAL)), opened)
    return partial(distributed.Client, address, timeout=_CONNECT_S)


def _local(distributed: Any, workers: int, opened: ExitStack) -> Callable[[], Any]:
    """A client of as many workers on this machine, which end with what is `opened`.

    Their only ports need keys, which are never on a disk.
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
    # At its start it lets interrupts through again.
    resource_tracker.ensure_running()
    # What a terminal sends to all is for this process only.
    with _no_interrupts():
        cluster = distributed.SpecCluster(
            scheduler={"cls": SilentScheduler, "options": {**node, "port": 0}},
            workers={number: {"cls": distributed.Nanny, "options": worker} for number in range(workers)},
            security=security,
            silence_logs=logging.CRITICAL,
        )
        opened.enter_context(cluster)
    return partial(distributed.Client, cluster.scheduler_address, security=security, timeout=_CONNECT_S)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """What is started here is never interrupted; this process is afterwards."""
    old = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _check(address: str, *, insecure: bool) -> None:
    """Raises UsageError where anybody who can connect may run what he likes."""
    url = urlsplit(address)
    if url.scheme == "tcp" and not insecure and not _is_here(url.hostname or ""):
        raise UsageError(
            f"--cluster: expected tls://, or an address of this machine, got {address}: who reaches an open"
            " scheduler runs what he likes on its workers; --insecure uses it all the same"
        )


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _in_time(connect: Callable[[], Any]) -> Any:
    """What it gives or raises; for a server that says nothing Dask would wait for ever."""
    done: Future[Any] = Future()

    def carry_out() -> None:
        try:
            done.set_result(connect())
        except Exception as error:
            done.set_exception(error)

    Thread(target=carry_out, daemon=True).start()
    try:
        return done.result(2 * _CONNECT_S)
    except TimeoutError:
        raise OSError("no answer of a scheduler") from None


class _Workers:
    """The workers of a scheduler, through a client that is made anew where it has given up."""

    def __init__(self, connect: Callable[[], Any], where: str) -> None:
        """Raises what Dask does where there is no scheduler."""
        self.where = where
        self._connect = partial(_in_time, connect)
        self._fetching = ThreadPoolExecutor(_FETCHED_AT_ONCE)
        self._client = self._connect()

    def members(self) -> Collection[str]:
        try:
            if self._client.status == "closed":
                self._client = self._connect()
            scheduler = self._client.scheduler
            found: dict[str, int] = self._client.sync(scheduler.ncores, callback_timeout=_ANSWER_S)
        except Exception as error:
            raise OSError(str(error)) from None
        return found.keys()

    def ask(self, address: str, question: bytes, answered: Callable[[], None]) -> "_Sent":
        try:
            future = self._client.submit(
                _answer, question, workers=[address], resources=RESOURCES, pure=False
            )
            sent = _Sent(future, answered)
            future.add_done_callback(lambda _: self._fetching.submit(sent.fetch))
        except Exception as error:
            raise OSError(str(error)) from None
        return sent

    def forget(self, run: str) -> None:
        """A worker that does not listen is waited for no longer than the others need."""
        told = Thread(target=self._forget, args=(run,), daemon=True)
        told.start()
        told.join(_FORGET_S)

    def _forget(self, run: str) -> None:
        with suppress(Exception):
            self._client.run(worker_service.end_run, run, on_error="ignore")

    def close(self) -> None:
        self._fetching.shutdown(wait=False, cancel_futures=True)
        with suppress(Exception):
            self._client.close()


class _Sent:
    """A task of Dask's, whose outcome is fetched when it is there: that takes longer than the rest."""

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
    """Where a worker runs."""
    from distributed import get_worker

    worker = get_worker()
    named = worker.security.get_tls_config_for_role("worker").values()
    # Else it is the key itself.
    keys = [Path(name) for name in named if isinstance(name, str) and "\n" not in name]
    return worker_service.answer_request(question, folder=Path(worker.local_directory), keys=keys)
