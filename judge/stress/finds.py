"""The cases that a search finds, and their folders in the project's `.judge/found`."""

import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from judge import __version__
from judge.model.cases import Case
from judge.model.results import Result
from judge.model.verdicts import Verdict, VerdictName
from judge.platform.decoding import to_json
from judge.platform.errors import InputErrors, fault_at, printable
from judge.platform.files import Content, pieces
from judge.platform.state import NAME, Refused, State
from judge.stress.draws import Draw

FOUND = "found"
RECORD = "find.json"
_ODD = re.compile(r"[^A-Za-z0-9._-]+")
_LETTERS = 60
_DIGITS = 12


class Work(Struct, frozen=True, kw_only=True):
    """The cost of a case for a program, in a unit: `placements`, `calls and lines`, `CPU seconds`."""

    amount: float
    unit: str


class Find(Struct, frozen=True, kw_only=True):
    """A case on which a program fails or, in a search for the slowest case, the hardest one.

    `case` is the smallest case found, with the answer of the `reference`, a program. `drawn` is the input
    that the generator made, and `tries` counts the smaller inputs that were tried. The program has this
    `result` and `output` on the case, and `verdicts` in all its runs, which differ if it is flaky. `command`
    finds the case again. `asked` references ended well, and `agree` of these agree with the answer.
    """

    case: Case
    draw: Draw
    drawn: bytes
    tries: int = 0
    result: Result
    output: bytes = b""
    verdicts: tuple[Verdict, ...] = ()
    reference: str = ""
    agree: int = 0
    asked: int = 0
    work: Work | None = None
    command: str

    @property
    def is_flaky(self) -> bool:
        """Return whether the program's verdict differs from run to run."""
        return len({*self.verdicts}) > 1


class Record(msgspec.Struct, kw_only=True):
    """The facts about a find, in `find.json` and in the document of `stress --json`."""

    problem: Annotated[str, Meta(description="the first part of the ids of its cases")]
    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    verdict: Annotated[VerdictName, Meta(description="what the judge says of the program on the input")]
    verdicts: Annotated[list[VerdictName], Meta(description="of each run on the input, in order")]
    message: Annotated[str, Meta(description="why, in a sentence")]
    reference: Annotated[str, Meta(description="the program that gave the answer")]
    agree: Annotated[int, Meta(description="number of references that agree with that answer")]
    asked: Annotated[int, Meta(description="number of references that ended well")]
    generator: Annotated[str, Meta(description="what made the input; empty for the subject itself")]
    number: Annotated[int, Meta(description="its number among the cases of the search, from 1")]
    seed: Annotated[int, Meta(description="that the generator was called with")]
    size: Annotated[int, Meta(description="that the generator was called with")]
    tries: Annotated[int, Meta(description="number of smaller inputs that were tried")]
    work: Annotated[float | None, Meta(description="what the input costs; null where it was not asked for")]
    unit: Annotated[str, Meta(description="of `work`; empty where there is none")]
    command: Annotated[str, Meta(description="finds it again")]
    judge: Annotated[str, Meta(description="the version of the judge that found it")] = __version__


def make_record(find: Find) -> Record:
    return Record(
        problem=printable(find.case.problem),
        solution=printable(find.result.solution),
        verdict=find.result.verdict.name,
        verdicts=[verdict.name for verdict in find.verdicts],
        message=printable(find.result.message),
        reference=printable(find.reference),
        agree=find.agree,
        asked=find.asked,
        generator=printable(find.draw.generator),
        number=find.draw.number,
        seed=find.draw.seed,
        size=find.draw.size,
        tries=find.tries,
        work=find.work.amount if find.work else None,
        unit=find.work.unit if find.work else "",
        command=printable(find.command),
    )


def save_find(find: Find, root: Path) -> Path:
    """Write a find, as far as it is known, into its folder in the project's `.judge/found`. Return the path.

    The folder is the same when the same case is drawn again, and for each harder case of a search for the
    slowest. It is complete once it has `find.json`. Raises InputErrors with one line if it cannot be written.
    """
    name = folder_name(find)
    path = root / NAME / FOUND / name
    try:
        with (
            State(root, make=True) as state,
            state.folder(FOUND, make=True) as found,
            found.folder(name, make=True) as folder,
        ):
            for old in {RECORD, "answer"}.intersection(folder.names()):
                # Another search may find the same at the same time.
                with suppress(FileNotFoundError):
                    folder.remove(old)
            for file, content in _files(find):
                folder.replace(file, pieces(content))
    except OSError as error:
        place = Path(error.filename) if isinstance(error, Refused) else path
        raise fault_at(place, f"expected a place for what was found, got: {error.strerror}") from None
    return path


class FindFolders(NamedTuple):
    """The folder of each saved find by its `folder_name`, and why the others were not saved."""

    root: Path
    paths: dict[str, Path]
    notices: list[str]

    def save(self, find: Find) -> None:
        try:
            self.paths[folder_name(find)] = save_find(find, self.root)
        except InputErrors as error:
            if str(error) not in self.notices:
                self.notices.append(str(error))


def _files(find: Find) -> Iterator[tuple[str, Content]]:
    """The files of a find, the record last."""
    yield "input", find.case.input
    if find.case.answer is not None:
        yield "answer", find.case.answer
    yield "output", find.output
    yield "stderr", find.result.stderr
    yield "drawn", find.drawn
    yield RECORD, to_json(make_record(find))


def folder_name(find: Find) -> str:
    """Return the name of a find's folder: problem, solution, verdict, and a digest that makes it unique.

    The digest is of the input as it was drawn, or of the command in a search for the slowest, which has one
    find.
    """
    what = "slow" if find.work else find.result.verdict.name
    words = (find.case.problem, find.result.solution, what)
    digest = sha256(repr(words).encode(errors="surrogateescape"))
    digest.update(find.command.encode(errors="surrogateescape") if find.work else find.drawn)
    parts = (_ODD.sub("-", word).strip("-.")[:_LETTERS] for word in words)
    return "-".join([*parts, digest.hexdigest()[:_DIGITS]])
