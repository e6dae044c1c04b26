"""Regular expressions that are compiled when they are first used.

Compiling those that a plain run never uses took 5 % of its start.
"""

import re
from typing import Any, AnyStr, cast


class _Later:
    """Stands in for an expression, whose methods are looked up once each."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


def compile_later(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return an expression to use by its methods: functions of `re` do not accept it."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
