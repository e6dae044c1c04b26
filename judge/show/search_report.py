"""The JSON report of a search for failing inputs, versioned like that of results (`show.json`)."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import msgspec

from judge import __version__
from judge.platform.decoding import to_json
from judge.platform.errors import printable
from judge.platform.files import Content, pieces, size_of
from judge.show.fields import Spoken, doc
from judge.show.json import list_turns
from judge.show.signs import make_legible_head
from judge.stress.finds import Find, Record, Work, folder_name, make_record
from judge.timing.timings import Machine

VERSION = 1


class FoundCase(Record, kw_only=True):
    """An input on which a program fails, or the hardest one. Long texts are cut after 4096 bytes."""

    folder: Annotated[str, doc("the folder with all bytes, relative to where it ran; empty for none")]
    input: Annotated[str, doc("the shrunk input, made legible")]
    input_bytes: Annotated[int, doc("how long the input is")]
    drawn_bytes: Annotated[int, doc("the length of the generated input, before it was shrunk")]
    answer: Annotated[str | None, doc("that of the reference, made legible; null where there is none")]
    output: Annotated[str, doc("what the program printed, made legible")]
    stderr: Annotated[str, doc("what it said there, made legible")]
    conversation: Annotated[
        list[Spoken], doc("of a program that was not accepted by an interactor: the ends of it")
    ]


class ClimbStep(msgspec.Struct, kw_only=True):
    """A case that was harder than all before it."""

    number: Annotated[int, doc("its number among the cases of the search, from 1")]
    spent_s: Annotated[float, doc("since the search began, in seconds")]
    work: Annotated[float, doc("what it costs, in the unit of the finds")]


class StressDocument(msgspec.Struct, kw_only=True):
    """The document that `stress --json` writes."""

    version: Annotated[int, doc("of the document's layout: 1")]
    judge: Annotated[str, doc("the version of the judge that wrote it")]
    command: Annotated[str, doc("finds the same again")]
    seed: Annotated[int, doc("that the search was given or chose")]
    cases: Annotated[int, doc("number of cases that were tried")]
    spent_s: Annotated[float, doc("how long the search took, in seconds")]
    interrupted: Annotated[bool, doc("true if the user ended it")]
    machine: Annotated[Machine, doc("where and how it was searched")]
    finds: Annotated[list[FoundCase], doc("in the order in which they were found, the hardest case last")]
    climb: Annotated[list[ClimbStep], doc("to the hardest case; empty without `--slow`")]


def render_search(
    finds: Sequence[Find],
    *,
    places: Mapping[str, Path],
    command: str,
    seed: int,
    cases: int,
    spent_s: float,
    interrupted: bool,
    machine: Machine,
    climb: Sequence[tuple[int, float, Work]] = (),
) -> bytes:
    """Return the document. `places` are the folders of the finds, by their `folder_name`."""
    whole = StressDocument(
        version=VERSION,
        judge=__version__,
        command=printable(command),
        seed=seed,
        cases=cases,
        spent_s=spent_s,
        interrupted=interrupted,
        machine=machine,
        finds=[_report_find(find, places.get(folder_name(find))) for find in finds],
        climb=[
            ClimbStep(number=number, spent_s=after_s, work=work.amount) for number, after_s, work in climb
        ],
    )
    return to_json(whole)


def _report_find(find: Find, place: Path | None) -> FoundCase:
    answer = find.case.answer
    return FoundCase(
        **msgspec.structs.asdict(make_record(find)),
        folder=printable(str(place)) if place else "",
        input=_head(find.case.input),
        input_bytes=size_of(find.case.input),
        drawn_bytes=len(find.drawn),
        answer=None if answer is None else _head(answer),
        output=_head(find.output),
        stderr=_head(find.result.stderr),
        conversation=list_turns(find.result.turns),
    )


def _head(content: Content) -> str:
    first = next(chain(pieces(content), (b"",)))
    return make_legible_head(first)
