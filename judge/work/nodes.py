"""The nodes of a Dask cluster on this machine: they serve no pages.

Every node of Dask opens an HTTP port, whatever its settings say. The classes lie in a module of their own,
because the processes of workers import them by name.
"""

from distributed import Scheduler, Worker


class _Silent:
    def start_http_server(self, *settings: object, **more: object) -> None:
        """Open no port."""


class SilentScheduler(_Silent, Scheduler):  # type: ignore[misc]
    """A scheduler that serves no pages."""


class SilentWorker(_Silent, Worker):  # type: ignore[misc]
    """A worker that serves no pages."""
