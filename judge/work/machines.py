"""Descriptions of machines: which can judge for the same run, and whose times compare."""

import os
import socket
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from judge import __version__
from judge.model.programs import Solution
from judge.platform.machine import processor
from judge.running.keeper_client import Level
from judge.running.languages import tools


class Machine(Struct, frozen=True, kw_only=True):
    """A machine that judges. Times compare only between machines of the same `kind`."""

    host: str
    kind: str
    judge: str
    level: Level
    tools: tuple[str, ...]


def describe_machine(level: Level, programs: Iterable[Solution]) -> Machine:
    """Describe this machine and the tools for these programs. Raises OSError if a tool cannot be read."""
    return Machine(
        host=socket.gethostname(),
        kind=f"{processor()}, {os.cpu_count()} processors",
        judge=__version__,
        level=level,
        tools=tuple(tools(program) for program in programs),
    )


def pick_one_per_language(programs: Iterable[Solution]) -> tuple[Solution, ...]:
    """Return as few programs as need the same tools, without their extra files."""
    found = {(each.language.name, each.interpreter): each for each in programs}
    bare = (replace(each, beside=(), grader=None, expectations=(), known=()) for each in found.values())
    return tuple(bare)


def find_difference(wanted: Machine, found: Machine) -> str:
    """Return the first requirement that a machine does not meet, or an empty string."""
    pairs = [
        (f"judge {wanted.judge}", f"judge {found.judge}"),
        (f"sandbox {wanted.level}", f"sandbox {found.level}"),
        *zip(wanted.tools, found.tools, strict=True),
    ]
    return next((f"expected {ours}, got {theirs}" for ours, theirs in pairs if ours != theirs), "")
