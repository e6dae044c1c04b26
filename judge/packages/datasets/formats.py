"""The formats of data sets by their names, and the problems of a file."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from judge.packages.datasets import (
    apps,
    code_contests,
    code_contests_plus,
    common_oj,
    livecodebench,
    open_r1,
    plain,
    verl,
)
from judge.packages.datasets.problem import Problem
from judge.packages.datasets.records import Record, read_records
from judge.packages.datasets.samples import IDS
from judge.platform.errors import Fault, FormatError, quoted

# Makes a problem of a record and its index from 0. Raises FormatError.
Reader = Callable[[Record, int], Problem]

FORMATS: Mapping[str, Reader] = {
    "plain": plain.read_problem,
    "livecodebench": livecodebench.read_problem,
    "apps": apps.read_problem,
    "taco": apps.read_problem,
    "code-contests": code_contests.read_problem,
    "code-contests-o": code_contests_plus.read_problem,
    "code-contests-plus": code_contests_plus.read_problem,
    "verl": verl.read_problem,
    "nemo-gym": verl.read_problem,
    "open-r1": open_r1.read_problem,
    "common-oj": common_oj.read_problem,
}


def read_problems(
    path: Path, format: str, faults: list[Fault], faulty: dict[str, int] | None = None
) -> Iterator[Problem]:
    """Yield the problems of a file in order. Each record at fault is added to `faults` and left out.

    `faulty` gets the ids that it has, if they can be read, with the index of its fault. Raises InputErrors
    and UsageError if the file cannot be read.
    """
    read, seen = FORMATS[format], set()
    for index, record in enumerate(read_records(path)):
        try:
            problem = read(record, index)
            if problem.id in seen:
                raise FormatError(0, f"expected an id that no record before has, got {quoted(problem.id)}")
        except FormatError as error:
            if faulty is not None:
                for id in _list_ids(record, index):
                    faulty.setdefault(id, len(faults))
            faults.append(record.fault_of(path, error))
            continue
        seen.add(problem.id)
        yield problem


def _list_ids(record: Record, index: int) -> set[str]:
    """Return what may be the id of a record at fault."""
    try:
        found = record.decode(dict[str, Any])
    except FormatError:
        return set()
    return {str(found[key]) for key in IDS if isinstance(found.get(key), str | int)} or {str(index)}
