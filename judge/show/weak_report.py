"""The JSON report of `judge weak`, versioned like that of results (`show.json`)."""

from typing import Annotated

import msgspec

from judge import __version__
from judge.platform.decoding import to_json
from judge.platform.errors import printable
from judge.platform.files import whole
from judge.show.fields import doc
from judge.show.json import copy_fields
from judge.show.signs import make_legible, make_legible_head
from judge.stress.weak.mutants import Mutant
from judge.stress.weak.weakness import NewTest, Weakness
from judge.timing.timings import Machine

VERSION = 1


class MutantEntry(msgspec.Struct, kw_only=True):
    """A program that should fail, and what rejects it."""

    name: Annotated[str, doc("the program's, and the number of the mutant after `~`")]
    kind: Annotated[str, doc("the kind of mistake; empty for a program of `--with`")]
    line: Annotated[int, doc("the line that was changed, from 1; 0 for a program of `--with`")]
    old: Annotated[str, doc("that line of the accepted program, made legible")]
    new: Annotated[str, doc("that line of the mutant")]
    killers: Annotated[
        list[str], doc("the stored tests that reject it: all with `--matrix`, otherwise the first")
    ]
    new_test: Annotated[int | None, doc("the number of the new test that rejects it, from 1; null for none")]
    why_unknown: Annotated[str, doc("why it could not be judged; empty if it was")]


class NewTestEntry(msgspec.Struct, kw_only=True):
    """An input that rejects survivors."""

    input: Annotated[str, doc("made legible, cut after 4096 bytes")]
    input_bytes: Annotated[int, doc("how long the input is")]
    answer: Annotated[str | None, doc("that of an accepted program, made legible; null where there is none")]
    generator: Annotated[str, doc("what made the input; empty for the subject itself")]
    seed: Annotated[int, doc("that the generator was called with")]
    size: Annotated[int, doc("that the generator was called with")]


class WeakDocument(msgspec.Struct, kw_only=True):
    """The document that `weak --json` writes."""

    version: Annotated[int, doc("of the document's layout: 1")]
    judge: Annotated[str, doc("the version of the judge that wrote it")]
    command: Annotated[str, doc("finds the same again")]
    problem: Annotated[str, doc("the first part of the ids of its cases")]
    seed: Annotated[int, doc("of the search")]
    searched: Annotated[int | None, doc("number of inputs that were tried; null without a search")]
    spent_s: Annotated[float, doc("how long the search took, in seconds")]
    interrupted: Annotated[bool, doc("true if the user ended the search")]
    machine: Annotated[Machine, doc("where and how it was run")]
    tests: Annotated[list[str], doc("the ids of the stored tests")]
    idle: Annotated[list[str], doc("the stored tests without which the others reject the same programs")]
    wrong: Annotated[list[str], doc("the accepted programs that the search proved wrong")]
    mutants: Annotated[list[MutantEntry], doc("the likeliest mistake first")]
    new: Annotated[list[NewTestEntry], doc("the fewest inputs found that reject all whom one rejects")]


def render_weakness(found: Weakness, *, command: str, seed: int, machine: Machine) -> bytes:
    document = copy_fields(
        WeakDocument,
        found,
        version=VERSION,
        judge=__version__,
        command=printable(command),
        problem=printable(found.problem),
        seed=seed,
        machine=machine,
        tests=list(map(printable, found.tests)),
        idle=list(map(printable, found.idle)),
        wrong=[printable(name) for test in found.wrong for name in test.rejects],
        mutants=[_report_mutant(each, found) for each in found.mutants],
        new=[_report_new(each) for each in found.new],
    )
    return to_json(document)


def _report_mutant(mutant: Mutant, found: Weakness) -> MutantEntry:
    revision, unknown = mutant.revision, found.kills.unknown.get(mutant.name)
    new = found.find_new(mutant)
    return MutantEntry(
        name=printable(mutant.name),
        kind=mutant.kind,
        line=revision.line if revision else 0,
        old=make_legible(revision.old) if revision else "",
        new=make_legible(revision.new) if revision else "",
        killers=list(map(printable, found.kills.killers[mutant.name])),
        new_test=found.new.index(new) + 1 if new else None,
        why_unknown=printable(f"{unknown.verdict.name}: {unknown.message}") if unknown else "",
    )


def _report_new(test: NewTest) -> NewTestEntry:
    find = test.find
    data, answer = whole(find.case.input), find.case.answer
    return copy_fields(
        NewTestEntry,
        find.draw,
        input=make_legible_head(data),
        input_bytes=len(data),
        answer=None if answer is None else make_legible_head(whole(answer)),
        generator=printable(find.draw.generator),
    )
