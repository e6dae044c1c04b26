"""One run of a program: its limits, its ending, and what was measured."""

from enum import Enum

from msgspec import Struct


class Ending(Enum):
    """What a process did. A runner knows endings only; `checkers.decision.decide` makes verdicts of them."""

    FINISHED = "finished"
    SIGNALLED = "signalled"
    OUT_OF_TIME = "out of time"
    IDLE = "idle"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    NOT_STARTED = "not started"
    LOST = "lost"


class Limits(Struct, frozen=True, kw_only=True):
    """What one run may use. CPU time decides; wall time only catches a program that sleeps."""

    cpu_s: float
    memory_bytes: int
    output_bytes: int

    @property
    def allowance_s(self) -> float:
        """The CPU time at which a run is stopped: a tenth above the limit, so that its true time is shown."""
        return self.cpu_s + min(1, self.cpu_s / 10)

    @property
    def wall_s(self) -> float:
        """Twice the CPU limit and a second."""
        return 2 * self.cpu_s + 1

    @property
    def stderr_bytes(self) -> int:
        """As much as stdout may hold, and never less than 16 MiB."""
        return max(self.output_bytes, 16 << 20)


class Run(Struct, frozen=True, kw_only=True):
    """What was measured of one process and all that it started.

    `stderr` is its head and tail if it is long. `detail` says why a program was not started or a run was
    lost, and what held too much if not stdout. `counted` is the count that was asked for, if one was, or the
    name of an error. `files` were taken, and the program `left` files in its drawer, by their names.
    """

    ending: Ending
    cpu_s: float
    wall_s: float
    peak_bytes: int | None
    stdout: bytes
    stderr: bytes
    exit_code: int | None = None
    signal: int | None = None
    detail: str = ""
    counted: int | str | None = None
    files: tuple[bytes, ...] = ()
    left: tuple[tuple[str, bytes], ...] = ()
