"""The JSON report of `judge similar`, versioned like that of results (`show.json`)."""

from typing import Annotated

import msgspec

from judge import __version__
from judge.model.likeness import Likeness, Pair, Part
from judge.platform.decoding import to_json
from judge.platform.errors import printable
from judge.show.fields import doc
from judge.show.json import copy_fields

VERSION = 1


class LinesEntry(msgspec.Struct):
    """Lines of a program."""

    begin: Annotated[int, doc("the first line, from 1")]
    end: Annotated[int, doc("the last line")]


class PassageEntry(msgspec.Struct):
    """A run of tokens that both programs contain."""

    tokens: Annotated[int, doc("number of equal tokens")]
    first: Annotated[LinesEntry, doc("its lines in the first program")]
    second: Annotated[LinesEntry, doc("its lines in the second program")]


class PartEntry(msgspec.Struct, kw_only=True):
    """A program, and the part of it that the other program contains."""

    program: Annotated[str, doc("its name")]
    share: Annotated[float, doc("equal tokens by all tokens outside of templates, from 0 to 1")]
    equal: Annotated[int, doc("the number of equal tokens")]
    tokens: Annotated[int, doc("the number of tokens outside of templates")]
    lines: Annotated[int, doc("the number of lines whose tokens are all equal")]


class PairEntry(msgspec.Struct, kw_only=True):
    """Two programs of one problem that are alike."""

    problem: Annotated[str, doc("empty if the programs have no tests")]
    first: Annotated[PartEntry, doc("the program that comes first by name")]
    second: Annotated[PartEntry, doc("the other program")]
    passages: Annotated[list[PassageEntry], doc("in the order of the first program")]


class LikenessDocument(msgspec.Struct, kw_only=True):
    """The document that `similar --json` writes."""

    version: Annotated[int, doc("of the document's layout: 1")]
    judge: Annotated[str, doc("the version of the judge that wrote it")]
    least_share: Annotated[float, doc("pairs are listed if the larger share is at least this")]
    programs: Annotated[int, doc("number of programs")]
    compared: Annotated[int, doc("number of pairs that were compared")]
    short: Annotated[list[str], doc("programs with too few tokens to compare")]
    equal: Annotated[list[list[str]], doc("programs of one problem with the same text, except for blanks")]
    pairs: Annotated[list[PairEntry], doc("the most alike first")]


def render_likeness(likeness: Likeness) -> bytes:
    document = copy_fields(
        LikenessDocument,
        likeness,
        version=VERSION,
        judge=__version__,
        short=list(map(printable, likeness.short)),
        equal=[list(map(printable, names)) for names in likeness.equal],
        pairs=list(map(_report_pair, likeness.pairs)),
    )
    return to_json(document)


def _report_pair(pair: Pair) -> PairEntry:
    return PairEntry(
        problem=printable(pair.problem),
        first=_report_part(pair.first),
        second=_report_part(pair.second),
        passages=[
            PassageEntry(each.tokens, LinesEntry(*each.first), LinesEntry(*each.second))
            for each in pair.passages
        ],
    )


def _report_part(part: Part) -> PartEntry:
    return copy_fields(PartEntry, part, program=printable(part.name))
