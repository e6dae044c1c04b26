"""YAML as text: finds keys and lists in it, and writes trees. `document.load` reads both."""

import re
from typing import Any, NamedTuple

import msgspec
import yaml

from judge.yaml.parser import LOADER
from judge.yaml.tree import plain

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


class Dashes(NamedTuple):
    """A list with a dash for each item: the columns of the dashes and of the last item, from 0.

    `end` is where the line after the last item begins, or the text ends.
    """

    dash: int
    item: int
    end: int


def list_under(text: str, key: str) -> Dashes | None:
    """Find the list under a top-level key, None if it has no dashes. `load` must have accepted the text."""
    whole: Any = yaml.compose(text, Loader=LOADER)
    found = next((value for name, value in whole.value if name.value == key), None)
    if not isinstance(found, yaml.SequenceNode) or found.flow_style:
        return None
    last: Any = found.value[-1]
    item = last.start_mark.column
    # A block ends only where the next node begins.
    while isinstance(last, yaml.CollectionNode) and not last.flow_style:
        last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
    end = last.end_mark.index
    if not _BREAK.match(text, end - 1):
        following = _BREAK.search(text, end)
        end = following.end() if following else len(text)
    return Dashes(found.start_mark.column, item, end)


class Lines(NamedTuple):
    """The starts of a top-level key, of its value, and of the rest; all at the first key if it is missing."""

    key: int
    value: int
    end: int


def lines_of(text: str, key: str) -> Lines | None:
    """Find a top-level key, None unless each key has a line. `load` must have accepted the text."""
    whole: Any = yaml.compose(text, Loader=LOADER)
    if not isinstance(whole, yaml.MappingNode) or whole.flow_style:
        return None
    for name, value in whole.value:
        if name.value == key:
            return Lines(name.start_mark.index, value.start_mark.index, value.end_mark.index)
    return Lines(*[whole.value[0][0].start_mark.index] * 3)


def dumped(tree: dict[str, Any]) -> str:
    """Write a tree that `load` reads back. Keys keep their order."""
    text: str = yaml.dump(
        msgspec.to_builtins(tree), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100
    )
    return text


class _Dumper(yaml.SafeDumper):
    """Quotes strings that would be read as another value: `0E0` is a number here, and U+0085 a newline.

    A value that occurs twice is written twice, since `load` rejects aliases.
    """

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _string(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = None if text.isprintable() and isinstance(plain(text), str) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _string)
