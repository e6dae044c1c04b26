"""Clusters for tests, which end with them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from clusters import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    with ExitStack() as stack:

        def make(**options: Any) -> Site:
            (tmp_path / "site").mkdir()
            made = Site(tmp_path / "site", **options)
            stack.callback(made.close)
            return made

        yield make
