"""The workers that the command line asks for: on this machine or on a cluster."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from judge.options.declaration import flag, option
from judge.options.kinds import ADDRESS, FOLDER
from judge.platform.errors import UsageError
from judge.platform.files import has_folder
from judge.work.slots import Seal
from judge.work.workers import Workers, open_workers

if TYPE_CHECKING:
    from judge.work.dispatch import Dispatch


def cluster_option() -> str | None:
    return option(
        "--cluster", ADDRESS, "judge on a Dask cluster: tls://HOST:PORT, tcp://HOST:PORT, or local:N"
    )


def insecure_flag() -> bool:
    return flag("--insecure", "use a cluster without TLS, to which anyone can send work")


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Options for judging on other machines."""

    cluster: str | None = cluster_option()
    shared: Path | None = option(
        "--shared", FOLDER, "a folder that every machine of the cluster can read: tests in it are not sent"
    )
    insecure: bool = insecure_flag()


def open_executor(
    seal: Seal, jobs: int | None, elsewhere: Elsewhere
) -> "AbstractContextManager[Workers | Dispatch]":
    """Open the workers that seal programs in this way. Raises UsageError."""
    shared = elsewhere.shared
    if not elsewhere.cluster and (shared or elsewhere.insecure):
        raise UsageError(f"expected --cluster with {'--shared' if shared else '--insecure'}, got none")
    if elsewhere.cluster and jobs:
        raise UsageError("expected one of --jobs and --cluster, got both: local:N states the number")
    if shared and not has_folder(shared):
        raise UsageError(f"--shared: expected a folder, got {shared}")
    if not elsewhere.cluster:
        return open_workers(jobs, seal)
    # Imported here, since few runs need it.
    from judge.work.cluster import open_cluster

    return open_cluster(elsewhere.cluster, seal, shared=shared, insecure=elsewhere.insecure)
