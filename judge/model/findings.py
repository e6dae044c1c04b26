"""Findings: the outcomes of the checks of `judge verify` on a problem."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from judge.platform.errors import Fault


class Status(StrEnum):
    """The outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Flaw(Struct, frozen=True, kw_only=True):
    """A reason why a check fails, at a line of a file, or 0 if no line is to blame.

    `data` are the bytes that show it, an input or an output, and `command` shows more. Either may be missing.
    """

    path: Path
    message: str
    line: int = 0
    data: bytes | None = None
    command: str = ""

    def __str__(self) -> str:
        return str(Fault(self.path, self.line, self.message))


class Finding(Struct, frozen=True, kw_only=True):
    """The outcome of one check on a problem.

    `words` say what was done, or why nothing was. A check that fails has flaws. The `notes` are oddities that
    no test of a problem need suffer from. `verifying.plan` names the problem and the check.
    """

    problem: str = ""
    check: str = ""
    status: Status
    words: str = ""
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[str, ...] = ()
