"""The most that one request may ask for."""

from collections.abc import Sized

from msgspec import Struct

from judge.library.submissions import Submission
from judge.platform.errors import UsageError, counted


class Caps(Struct, frozen=True, kw_only=True):
    """The limits of a request: its body, the number of tests, and what each test may use.

    What a program prints is in the memory of the judge. A body that comes too slowly is cut off.
    """

    time_s: float = 60.0
    memory_bytes: int = 2 << 30
    output_bytes: int = 64 << 20
    tests: int = 10_000
    body_bytes: int = 64 << 20
    body_s: float = 60.0

    def check_time(self, field: str, time_s: float, unit_s: float = 1.0) -> float:
        """Return the seconds of a time in a unit. Raises UsageError."""
        if not 0 < time_s * unit_s <= self.time_s:
            most = f"{self.time_s / unit_s:,g}"
            raise UsageError(f"{field}: expected a number above 0, at most {most}, got {time_s:g}")
        return time_s * unit_s

    def check_memory(self, field: str, memory: int, unit_bytes: int = 1) -> int:
        """Return the bytes of a size in a unit, the most for one that is not above 0. Raises UsageError."""
        if memory * unit_bytes > self.memory_bytes:
            raise UsageError(f"{field}: expected at most {self.memory_bytes // unit_bytes:,}, got {memory:,}")
        return memory * unit_bytes if memory > 0 else self.memory_bytes

    def check_submission(self, submission: Submission) -> Submission:
        """Return a submission within these limits. Raises UsageError with the name of a field."""
        self.check_time("time_s", submission.time_s * submission.time_factor)
        if submission.memory_bytes > 0:
            self.check_memory("memory_bytes", submission.memory_bytes)
        if submission.output_bytes > self.output_bytes:
            raise UsageError(
                f"output_bytes: expected at most {self.output_bytes:,}, got {submission.output_bytes:,}"
            )
        if len(submission.tests) > self.tests:
            got = counted(len(submission.tests), "test")
            raise UsageError(f"tests: expected at most {self.tests:,}, got {got}")
        return submission


def refuse_any(field: str, found: Sized, why: str) -> None:
    """Raises UsageError if a field that the judge does not serve has an element."""
    if len(found):
        raise UsageError(f"{field}: expected none, since {why}, got {len(found)}")
