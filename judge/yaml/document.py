"""One YAML document, from bytes or a file.

PyYAML is imported with the first document: a run of programs without YAML starts a seventh sooner.
"""

from pathlib import Path
from typing import Any

from judge.platform.errors import Fault, InputErrors
from judge.platform.files import Stored, read
from judge.yaml.tree import File


def load(data: bytes, path: Path, *, first_line: int = 1, repeats: list[Fault] | None = None) -> Any:
    """Parse the one document in `data`, which begins at `first_line` of `path`. Raises InputErrors.

    With `repeats` the last of several equal keys counts, and the list gets a warning for it.
    """
    from judge.yaml.parser import parse

    return parse(data, path, first_line, repeats)


def load_file(file: File, most_bytes: int) -> tuple[Any, Stored] | None:
    """Load a file. Returns its content and the stored file, or None after reporting a fault."""
    try:
        data, stamp = read(file.path, most_bytes)
        return load(data, file.path), Stored(file.path, stamp)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
    except InputErrors as error:
        file.faults.extend(error.faults)
    return None


def as_written(data: bytes) -> Any:
    """Parse data that `load` accepts into plain mappings, with each scalar as it is written."""
    from judge.yaml.parser import parse_as_written

    return parse_as_written(data)
