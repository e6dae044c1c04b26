"""APPS and TACO: `input_output` is JSON with `inputs`, `outputs` and, for functions, `fn_name`.

Sources: https://github.com/hendrycks/apps, `eval/testing_util.py`; https://huggingface.co/datasets/BAAI/TACO,
whose limits and tags are texts.
"""

import ast
import re

from msgspec import Struct, field

from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import Streams, make_streams
from judge.packages.datasets.problem import DECIMALS, VALUES, Problem
from judge.packages.datasets.records import Record, decode_json

_TIME = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(?:s|seconds?)?\s*", re.ASCII)
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(?:mb|mib|megabytes?)\s*", re.ASCII | re.IGNORECASE)


class _Record(Struct):
    input_output: str | Streams | None
    id: int | str | None = None
    problem_id: int | str | None = None
    task_id: int | str | None = None
    question: str | None = ""
    starter_code: str | None = ""
    difficulty: str | None = ""
    time_limit: str | None = ""
    memory_limit: str | None = ""
    tags: str | list[str] | None = field(default_factory=list)


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError. A problem without an id has its index from 0."""
    found = record.decode(_Record)
    streams = found.input_output or Streams(inputs=[], outputs=[])
    if isinstance(streams, str):
        streams = decode_json(streams.encode(), Streams)
    ids = (one for one in (found.problem_id, found.task_id, found.id) if one is not None)
    return fit(
        Problem(
            id=str(next(ids, index)),
            tests=make_streams(streams),
            rule=VALUES if streams.fn_name else DECIMALS,
            function=streams.fn_name or "",
            starter_code=found.starter_code or "",
            time_s=_read_time(found.time_limit or ""),
            memory_bytes=_read_size(found.memory_limit or ""),
            difficulty=found.difficulty or "",
            tags=read_tags(found.tags),
        ),
        found.question or "",
    )


def read_tags(tags: str | list[str] | None) -> tuple[str, ...]:
    """Return the tags of a list, or of a text with the list as Python or JSON writes it."""
    if isinstance(tags, str):
        try:
            tags = ast.literal_eval(tags)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return ()
    return tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


def _read_time(text: str) -> float | None:
    found = _TIME.fullmatch(text)
    return (float(found[1]) or None) if found else None


def _read_size(text: str) -> int | None:
    found = _SIZE.fullmatch(text)
    return (round(float(found[1]) * (1 << 20)) or None) if found else None
