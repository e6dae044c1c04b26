"""Orders for a keeper: the request for one program, its memory files, and its `Run` from the report."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.model.runs import Run
from judge.platform.errors import InputErrors
from judge.platform.files import Content
from judge.running import memfiles
from judge.running.endings import Measured, memory_bytes, run_of
from judge.running.named_files import empty_drawer, fill_drawer
from judge.running.programs import Command, Part
from judge.running.sandbox.polled_limits import filed_bytes
from judge.running.sandbox.wire import FIRST_FILE

# address space in addition to twice the memory limit, so that doubling a full array shows as a peak
SPACE_BYTES = 64 << 20
# the largest file that a build may write; static data of a program is part of it
BUILT_BYTES = 1 << 30
# a person may think for this long
_FOR_EVER_S = 1e6


class RunOrder(Struct, frozen=True, kw_only=True):
    """A request for one program. `descriptors` are in the order of the wire.

    `written` are the descriptors of stdout, stderr and the `taken` files.
    """

    request: tuple[Any, ...]
    descriptors: tuple[int, ...]
    written: tuple[int, ...]
    part: Part
    drawer: str | None = None

    def run(self, report: tuple[Any, ...]) -> Run:
        """Return the run from the keeper's report and the contents of the files."""
        sizes = [os.fstat(file).st_size for file in self.written]
        files, limits = self.part.files, self.part.limits
        taken = tuple(zip(files.taken, sizes[2:], strict=True))
        filed = filed_bytes(self.drawer, limits.output_bytes) if self.drawer else 0
        run = run_of(Measured(*(*report, *sizes[:2], taken, filed)), limits, *self.written)
        return replace(run, left=empty_drawer(self.drawer, limits.output_bytes)) if self.drawer else run


def order_runs(
    opened: list[int],
    part: Part,
    stdins: Sequence[Content],
    *,
    desk: str | None,
    code: tuple[int, ...],
) -> list[RunOrder]:
    """Return an order for each input of one program. `code` has the descriptor of Python code.

    Every opened descriptor is added to `opened`, even on errors. Raises OSError and InputErrors if the first
    input cannot be read. If another one cannot, the orders end before it.
    """
    drawer = _drawer(part, desk)
    request = _request(part, desk, drawer)
    orders: list[RunOrder] = []
    for stdin in stdins:
        try:
            held = _open_files(opened, (stdin, None, None), part)
        except (OSError, InputErrors):
            if orders:
                break
            raise
        order = RunOrder(
            request=request,
            descriptors=(*(part.streams or held[:2]), *held[2:], *code),
            written=(*held[1:3], *held[len(held) - len(part.files.taken) :]),
            part=part,
            drawer=drawer,
        )
        orders.append(order)
    return orders


def order_side(
    opened: list[int], part: Part, record: int, *, desk: str | None, code: tuple[int, ...]
) -> RunOrder:
    """Return an order for one side of a conversation, see `wire.Part`. Raises OSError and InputErrors."""
    own: tuple[Content | None, ...] = (b"", None, None) if part.ends else (None,)
    held = _open_files(opened, own, part)
    stderr = held[len(own) - 1]
    taken = held[len(held) - len(part.files.taken) :]
    descriptors = *held, *code
    fifos = FIRST_FILE + len(held) - len(own) if part.ends or part.opens else 0
    drawer = _drawer(part, desk)
    request = _request(part, desk, drawer)
    return RunOrder(
        request=(request, len(descriptors), not part.ends, fifos, part.limits.output_bytes),
        descriptors=descriptors,
        written=(held[1], stderr, *taken, record) if part.ends else (record, stderr, *taken),
        # output under a name is limited like a file
        part=replace(part, files=replace(part.files, taken=(*part.files.taken, *(part.ends or ())[1:]))),
        drawer=drawer,
    )


def _drawer(part: Part, desk: str | None) -> str | None:
    """Return the drawer of a part, filled with the files `left` there."""
    if not part.files.drawer:
        return None
    drawer = f"{desk}/{part.files.drawer}"
    fill_drawer(drawer, part.files.left)
    return drawer


def _open_files(opened: list[int], own: Iterable[Content | None], part: Part) -> list[int]:
    """Open memory files for `own`, where None is an empty file to write, and for the part's files."""
    files, begin = part.files, len(opened)
    for content in (*own, *(content for _, content in files.given)):
        opened.append(memfiles.open_writable() if content is None else memfiles.seal_content(content))
    opened += (memfiles.open_writable() for _ in files.taken)
    return opened[begin:]


def _request(part: Part, desk: str | None, drawer: str | None) -> tuple[Any, ...]:
    """Return a `wire.Request`. Memory is limited by address space or polled."""
    program, limits, workplace = part.program, part.limits, part.workplace
    home = (part.files.home,) if part.files.home else ()
    if isinstance(program, Command):
        # A fork counts from its exec, but a child of the launcher would count the launcher's steps too.
        launcher = None if part.event or workplace or program.may_fork else program.launcher
        what: tuple[Any, ...] = (
            (*program.argv, *part.arguments),
            (*program.readable, *home),
            None if workplace is None else os.fspath(workplace),
            None,
            launcher,
        )
        public = program.public
    else:
        argv, readable = (program.filename, *part.arguments), (*program.packages, *home)
        what, public = (argv, readable, None, program.imports, None), ()
    looked_at = isinstance(program, Command) and not program.address_space
    may_fork = isinstance(program, Command) and program.may_fork
    return (
        *what,
        limits.allowance_s,
        _FOR_EVER_S if part.streams else limits.wall_s,
        BUILT_BYTES if workplace else limits.stderr_bytes + 1,
        0 if looked_at else 2 * memory_bytes(limits) + SPACE_BYTES,
        memory_bytes(limits) if looked_at or may_fork else 0,
        part.event,
        desk,
        drawer,
        public,
        may_fork,
    )
