"""What goes between the harness and a keeper: one packet a message, each the marshal of a tuple.

The keeper speaks first: ("ready", level). Then, one at a time, a `Request` comes with its descriptors, stdin,
stdout, stderr, the files of its desk and for Python the code, and is answered by a `Report`. Or two programs
are to talk: ("talk", program, interactor, accepting), the fields of a `Part` each, and the exit codes of the
interactor after which the program goes on to its own end; with the descriptors of the record of what the
program says, of that of the interactor, and of both parts. The answer are the reports of both and the
`Facts`. Whenever it must leave, it says ("broken", why), in a sentence.
"""

import errno

DESCRIPTOR = 3
# The files of a desk have the descriptors from here on.
FIRST_FILE, MOST_FILES = 3, 8
PACKET_BYTES = 1 << 16
# stdin, stdout, stderr and the code beside the files of a desk, of two parts and the records between them
MOST_SENT = 2 * (4 + MOST_FILES) + 2
# at the beginning of a conversation and as many at its end
TURNS_KEPT = 1000

# what an interactor may use, and say, beyond its limits for each byte that the program says to it
ANSWER_S, ANSWER_BYTES = 1e-5, 8

# why a program is not started through no fault of its file: a moment later it may be
SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO, errno.ETXTBSY)

# status as of wait4; cpu_s; wall_s; queued_s, how long it stood in line for a processor, 0 unless it met its
# wall limit; peak_bytes; the limit for which it was killed, "cpu", "wall", "memory", "drawer", "tasks", or
# "start" if it is its own file that cannot be started, "short" if the machine lacked what a start takes;
# why it could not be started; what was counted or, by the name of the error, why it was not, None unless
# asked for
Report = tuple[int, float, float, float, int | None, str, str, int | str | None]

# when it began, in seconds after the start; whether it is the program's; where it begins and ends in its
# record
Turn = tuple[float, bool, int, int]
# who ended first; whether the interactor had to be given the end of what the program said; who waited when
# the program met its wall limit, the program or the interactor; how much of what the interactor said was not
# read then; where in the record of the program begins what came out only when its input was closed; how much
# the program had said when the interactor ended or was stopped; the first and the last `TURNS_KEPT` turns
Facts = tuple[str, bool, bool, bool, int, int, int, list[Turn]]
# of the program, of the interactor
Talked = tuple[Report, Report, Facts]


# a path without links, and the device and inode that were found there
Public = tuple[str, int, int]


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
        drawer: str | None,
        public: tuple[Public, ...] = (),
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
        self.drawer = drawer  # the folder that a run may make files in; they may hold `file_bytes` together
        self.public = public  # readable as well, if it is still that and everyone may read it


class Part:
    """One side of a conversation, in the order of the wire."""

    def __init__(
        self, request: tuple[object, ...], descriptors: int, hears: int, says: int, said_bytes: int
    ) -> None:
        self.request = Request(*request)  # type: ignore[arg-type]
        self.descriptors = descriptors  # how many come for it, without the ends of its pipes
        self.hears, self.says = hears, says  # where those are to stand among them
        self.said_bytes = said_bytes  # the most that it may say


def not_started(error: OSError) -> Report:
    """The report on a program of which there was no process."""
    return 0, 0.0, 0.0, 0.0, None, "short" if error.errno in SHORTAGES else "", sentence(error), None


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
