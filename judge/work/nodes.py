"""Nodes of a Dask cluster on this machine that open no HTTP port.

Every node of Dask opens one, and no setting prevents it. The classes have their own module because the
worker processes import them by name.
"""

from distributed import Scheduler, Worker


class _Silent:
    def start_http_server(self, *settings: object, **more: object) -> None:
        """Open no port."""


class SilentScheduler(_Silent, Scheduler):  # type: ignore[misc]
    """A scheduler that serves no pages."""


class SilentWorker(_Silent, Worker):  # type: ignore[misc]
    """A worker that serves no pages."""
