"""What goes between the harness and a keeper: one packet a message, each the marshal of a tuple.

The keeper speaks first: ("ready", level). Then, one at a time, a `Request` comes with its descriptors, stdin,
stdout, stderr, the files of its desk and for Python the code, and is answered by a `Report`. Whenever it must
leave, it says ("broken", why), in a sentence.
"""

DESCRIPTOR = 3
# The files of a desk have the descriptors from here on.
FIRST_FILE, MOST_FILES = 3, 8
PACKET_BYTES = 1 << 16

# status as of wait4; cpu_s; wall_s; queued_s, how long it stood in line for a processor, 0 unless it met its
# wall limit; peak_bytes; the limit for which it was killed, "cpu", "wall", "memory", or "start" if it is
# its own file that cannot be started; why it could not be started; what was counted or, by the name of the
# error, why it was not, None unless asked for
Report = tuple[int, float, float, float, int | None, str, str, int | str | None]


class Request:
    """What to start and what it may use, in the order of the wire."""

    def __init__(
        self,
        argv: tuple[str, ...],
        readable: tuple[str, ...],
        workplace: str | None,
        imports: tuple[str, ...] | None,
        launcher: str | None,
        allowance_s: float,
        wall_s: float,
        file_bytes: int,
        space_bytes: int,
        memory_bytes: int,
        event: tuple[int, int] | None,
        desk: str | None,
    ) -> None:
        self.argv = argv  # of Python code: its file name first
        self.readable = readable
        self.workplace = workplace  # the folder that a build may write; None for a run
        self.imports = imports  # of Python code; None for a program to execute
        self.launcher = launcher  # of a program to execute in a run; None where the keeper is to fork
        self.allowance_s = allowance_s  # CPU time, the margin included
        self.wall_s = wall_s
        self.file_bytes = file_bytes
        self.space_bytes = space_bytes  # addresses; 0 for no limit
        self.memory_bytes = memory_bytes  # looked at while it runs; 0 for never
        self.event = event  # what to count, as perf_event_open calls it; None for nothing
        self.desk = desk  # the current folder of a run, with a link to each of its files; None for the root


def sentence(error: BaseException) -> str:
    """An error in one line; with the place in the code where it is not the system's."""
    if isinstance(error, OSError):
        words = error.strerror or str(error)
        return f"{error.filename}: {words}" if error.filename else words
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
    words = " ".join(f"{type(error).__name__} {error}".split())
    return f"the keeper failed{where}: {words[:200]}"
