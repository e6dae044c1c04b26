"""The protocol between the harness and a keeper: one packet per message, each a marshalled tuple.

The keeper speaks first: ("ready", level). Then it answers one message at a time. A keeper that must exit
sends ("broken", why).

("run", number, request) runs a program at most `number` times. Each run has its own descriptors: stdin,
stdout, stderr, the files of its desk and, for Python, the code. The answer has a `Report` on each run that
was made: one that is slow or fails is the last.

("talk", program, interactor, accepting) starts a conversation. Program and interactor are the fields of a
`Part`; accepting lists the exit codes of the interactor after which the program may run to its own end. Its
descriptors are the records of the program's and of the interactor's output, then the descriptors of both
parts. The answer contains both reports and the `Facts`.
"""

import errno

DESCRIPTOR = 3
# the files of a desk have these descriptors
FIRST_FILE, MOST_FILES = 3, 8
PACKET_BYTES = 1 << 16
# runs in one request
MOST_RUNS = 4
# for two parts: stdin, stdout, stderr, the code and the files of a desk; and the two records
MOST_SENT = 2 * (4 + MOST_FILES) + 2
# turns kept from the beginning of a conversation, and as many from its end
TURNS_KEPT = 1000

# CPU time and output that the interactor gains for each byte that it receives from the program
ANSWER_S, ANSWER_BYTES = 1e-5, 8

# A run that may fork is stopped after this multiple of its wall limit even if it is busy: the CPU time of a
# process is lost if its parent ignores SIGCHLD.
BUSY_FACTOR = 8

# A run that takes longer is the last one of its request, so that others wait for a short time only.
QUICK_S = 0.02

# errors that are not the fault of the program's file: a later start may succeed
SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO, errno.ETXTBSY)

# status as from wait4; cpu_s; wall_s; queued_s, the time waiting for a processor, 0 unless the wall limit was
# hit; peak_bytes; the limit for which it was killed, "cpu", "wall", "memory", "drawer", "tasks", "crowd" for
# the tasks of a run that may fork, or "start" if its own file cannot be started, "short" if the machine
# lacked resources to start it; why it could not be started; the count, the name of the error that prevented
# counting, or None if none was requested
Report = tuple[int, float, float, float, int | None, str, str, int | str | None]

# its begin in seconds after the start; True for the program; its begin and end in the record
Turn = tuple[float, bool, int, int]
# the side that ended first; True if the interactor decided without seeing the end of the program's output;
# whether the program, and whether the interactor, was waiting when the program hit its wall limit; the number
# of bytes from the interactor that were unread then; where in the program's record the output begins that
# appeared only after its input was closed; the number of bytes that the program had printed when the
# interactor ended or was stopped; the first and the last `TURNS_KEPT` turns
Facts = tuple[str, bool, bool, bool, int, int, int, list[Turn]]
# the report on the program, the report on the interactor
TalkAnswer = tuple[Report, Report, Facts]


# a path without links, with its device and inode
Public = tuple[str, int, int]


class Request:
    """A program to start and its limits, in the order of the wire."""

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
        may_fork: bool = False,
    ) -> None:
        self.argv = argv  # for Python code, its file name first
        self.readable = readable
        self.workplace = workplace  # the folder that a build may write; None for a run
        self.imports = imports  # for Python code; None for an executable
        self.launcher = launcher  # for an executable in a run; None if the keeper itself forks
        self.allowance_s = allowance_s  # CPU time including the margin
        self.wall_s = wall_s
        self.file_bytes = file_bytes
        self.space_bytes = space_bytes  # addresses; 0 for no limit
        self.memory_bytes = memory_bytes  # polled while it runs; 0 for no limit
        self.event = event  # the event for perf_event_open to count; None for none
        self.desk = desk  # the current folder of a run, with a link to each of its files; None for the root
        self.drawer = drawer  # the folder where a run may create files, `file_bytes` in total
        self.is_visible = bool(drawer)  # whether the keeper must see its open files
        self.public = public  # also readable, if device and inode are the same and everyone may read it
        self.may_fork = may_fork  # whether a run may start processes and execute what it may read
        self.starts_others = may_fork or bool(workplace)

    def busy_s(self, more_s: float = 0.0) -> float:
        """Return the wall time after which it is stopped even if busy. `more_s` adds to its wall limit."""
        return BUSY_FACTOR * (self.wall_s + more_s) if self.may_fork else float("inf")

    def who(self, pid: int) -> int:
        """Return what to watch: the process or, as in kill(2), its group `-pid` if a run may fork."""
        return -pid if self.may_fork else pid


class Part:
    """One side of a conversation, in the order of the wire."""

    def __init__(
        self,
        request: tuple[object, ...],
        descriptors: int,
        streams: bool,
        fifos: int,
        said_bytes: int,
    ) -> None:
        self.request = Request(*request)  # type: ignore[arg-type]
        self.descriptors = descriptors  # their number, without the ends of its pipes
        self.streams = streams  # whether pipes are to be inserted as stdin and stdout
        self.fifos = fifos  # where to insert two pipes that it opens by path; 0 for none
        self.request.is_visible |= bool(fifos)
        self.said_bytes = said_bytes  # its output limit


def not_started(error: OSError) -> Report:
    """Return the report on a program that never became a process."""
    return 0, 0.0, 0.0, 0.0, None, "short" if error.errno in SHORTAGES else "", sentence(error), None


def sentence(error: BaseException) -> str:
    """Return an error as one line; with its place in the code unless it is an OSError."""
    if isinstance(error, OSError):
        words = error.strerror or str(error)
        return f"{error.filename}: {words}" if error.filename else words
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
    words = " ".join(f"{type(error).__name__} {error}".split())
    return f"the keeper failed{where}: {words[:200]}"
