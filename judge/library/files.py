"""Sources in memory as files, while something needs them."""

import atexit
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from judge.running import builds


class SourceFiles:
    """A private folder with a file for each source in use. Equal sources share a file.

    The folder disappears with `close`, or at the end of the process. A fork leaves it to its parent. If the
    process is killed, a later judge removes it.
    """

    def __init__(self, forget: Callable[[Path], None] = lambda path: None) -> None:
        """`forget` is called when a file is removed. Raises OSError."""
        self._opened = ExitStack()
        self.folder = self._opened.enter_context(builds.workplace())
        self._forget = forget
        self._users: Counter[Path] = Counter()
        self._turn = threading.Lock()
        atexit.register(self.close)

    def __len__(self) -> int:
        return len(self._users)

    @contextmanager
    def hold(self, name: str, data: bytes) -> Iterator[Path]:
        """Yield the path of a file with this name and these bytes. Raises OSError."""
        path = self.folder / sha256(data).hexdigest() / name
        with self._turn:
            if not self._users[path]:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
            self._users[path] += 1
        try:
            yield path
        finally:
            with self._turn:
                self._users[path] -= 1
                if not self._users[path]:
                    del self._users[path]
                    self._forget(path)
                    self._remove(path)

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        try:
            path.parent.rmdir()
        except OSError:  # another name with the same bytes, or the folder is gone
            return

    def close(self) -> None:
        atexit.unregister(self.close)
        self._opened.close()
