"""Parts of the two shapes that only run programs."""

import re
import threading

from judge.model.programs import Language
from judge.platform.errors import UsageError
from judge.running.keeper_client import Level
from judge.running.languages import version
from judge.running.languages.base import Unready
from judge.running.languages.names import find_tool
from judge.running.places import Closed
from judge.work.slots import Seal, current_slot
from judge.work.workers import open_workers

SEALED = "a program has its standard input alone"
# Others run these without a compile step. Their syntax errors are failures of the run.
_SCRIPTS = frozenset({"python", "javascript", "typescript", "ruby", "perl", "php", "lua"})
_VERSION = re.compile(r"\d+(?:\.\d+)+|\d+")


def require_language(name: str) -> None:
    """Raises UsageError for an unknown language."""
    try:
        find_tool(name)
    except UsageError as error:
        raise UsageError(f"language: {error}") from None


def is_script(language: str) -> bool:
    return find_tool(language).language.name in _SCRIPTS


class Versions:
    """The versions of the tools on this machine, each asked for once."""

    def __init__(self, level: Level) -> None:
        self._seal = Seal(level=level, closed=Closed())
        self._known: dict[str, str] = {}
        self._turn = threading.Lock()

    def find(self, *languages: Language) -> tuple[str, ...]:
        """Return versions such as `3.11.2`, an empty text for a missing tool. It may take seconds."""
        with self._turn:
            if unknown := [each for each in languages if each.name not in self._known]:
                with open_workers(1, self._seal) as workers:
                    for each in unknown:
                        self._known[each.name] = workers.submit(_ask, each, self._seal).result()
            return tuple(self._known[each.name] for each in languages)


def _ask(language: Language, seal: Seal) -> str:
    said = version(language, current_slot(seal).runner)
    found = None if isinstance(said, Unready) else _VERSION.search(said)
    return found[0] if found else ""
