"""What machines must have in common to judge for one run, and what their times hang on."""

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
    """`kind` is what times hang on: those of two machines of one kind compare."""

    host: str
    kind: str
    judge: str
    level: Level
    tools: tuple[str, ...]


def describe_machine(level: Level, programs: Iterable[Solution]) -> Machine:
    """With the tools that make and run these programs. Raises OSError where one cannot be read."""
    return Machine(
        host=socket.gethostname(),
        kind=f"{processor()}, {os.cpu_count()} processors",
        judge=__version__,
        level=level,
        tools=tuple(tools(program) for program in programs),
    )


def pick_one_per_language(programs: Iterable[Solution]) -> tuple[Solution, ...]:
    """As many programs as have all the tools of these, without their files."""
    found = {(each.language.name, each.interpreter): each for each in programs}
    bare = (replace(each, beside=(), grader=None, expectations=(), known=()) for each in found.values())
    return tuple(bare)


def find_difference(wanted: Machine, found: Machine) -> str:
    """The first of what a machine must have in common with another and has not; empty where there is none."""
    pairs = [
        (f"judge {wanted.judge}", f"judge {found.judge}"),
        (f"sandbox {wanted.level}", f"sandbox {found.level}"),
        *zip(wanted.tools, found.tools, strict=True),
    ]
    return next((f"expected {ours}, got {theirs}" for ours, theirs in pairs if ours != theirs), "")
