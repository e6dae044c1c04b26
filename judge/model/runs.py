"""One run of a program: its limits, its ending, and what was measured."""

from enum import Enum

from msgspec import Struct


class Ending(Enum):
    """The end of a process. Runners know only endings; `checkers.decision.decide` makes them verdicts."""

    FINISHED = "finished"
    SIGNALLED = "signalled"
    OUT_OF_TIME = "out of time"
    IDLE = "idle"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    NOT_STARTED = "not started"
    LOST = "lost"


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of one run. CPU time decides; wall time only catches a program that sleeps."""

    cpu_s: float
    memory_bytes: int
    output_bytes: int

    @property
    def allowance_s(self) -> float:
        """The CPU time at which a run is stopped: a tenth above the limit, so that its real time is shown."""
        return self.cpu_s + min(1, self.cpu_s / 10)

    @property
    def wall_s(self) -> float:
        """Twice the CPU limit and a second."""
        return 2 * self.cpu_s + 1

    @property
    def stderr_bytes(self) -> int:
        """Return the limit of stdout, but at least 16 MiB."""
        return max(self.output_bytes, 16 << 20)


class Run(Struct, frozen=True, kw_only=True):
    """The measurements of one process and all that it started.

    `stderr` is shortened in the middle if it is long. `detail` says why a program did not start or a run was
    lost, and what exceeded its limit if not stdout. `counted` is the requested count, or the name of an
    error. `files` were collected, and the program `left` files in its drawer, by their names.
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
