"""The JSON and JUnit reports of `judge verify`. The JSON is versioned like that of results."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from judge import __version__
from judge.model.findings import Finding, Flaw, Status
from judge.platform.decoding import to_json
from judge.platform.errors import printable
from judge.show.fields import doc
from judge.show.json import copy_fields
from judge.show.junit import Testcase, render_testcases
from judge.show.signs import make_legible_head

VERSION = 1


class FlawEntry(msgspec.Struct, kw_only=True):
    """A reason why a check fails."""

    path: Annotated[str, doc("the file")]
    line: Annotated[int, doc("the line of the file, from 1; 0 for none")]
    message: Annotated[str, doc("what was expected and what was found")]
    data: Annotated[
        str | None,
        doc("the input or output that shows it, made legible, cut after 4096 bytes; null for none"),
    ]
    data_bytes: Annotated[int | None, doc("how long it is")]
    command: Annotated[str, doc("a command that shows more; empty for none")]


class FindingEntry(msgspec.Struct, kw_only=True):
    """The outcome of one check on a problem."""

    problem: Annotated[str, doc("the first part of the ids of its cases")]
    check: Annotated[str, doc("the name of the check")]
    status: Annotated[str, doc("`passed`, `failed` or `skipped`")]
    message: Annotated[str, doc("what was done, or why the check was skipped")]
    flaws: Annotated[list[FlawEntry], doc("why it fails; empty unless it does")]
    notes: Annotated[list[str], doc("oddities that fail no check")]


class VerifyDocument(msgspec.Struct, kw_only=True):
    """The document that `verify --json` writes."""

    version: Annotated[int, doc("of the document's layout: 1")]
    judge: Annotated[str, doc("the version of the judge that wrote it")]
    checks: Annotated[list[FindingEntry], doc("the checks of each problem, in order")]


def render_json(findings: Sequence[Finding]) -> bytes:
    document = VerifyDocument(version=VERSION, judge=__version__, checks=list(map(_report, findings)))
    return to_json(document)


def render_junit(findings: Sequence[Finding]) -> bytes:
    """Return a suite for each problem with a testcase for each check."""
    return render_testcases(map(_make_testcase, findings))


def _report(finding: Finding) -> FindingEntry:
    return FindingEntry(
        problem=printable(finding.problem),
        check=finding.check,
        status=finding.status.value,
        message=printable(finding.words),
        flaws=list(map(_report_flaw, finding.flaws)),
        notes=list(map(printable, finding.notes)),
    )


def _report_flaw(flaw: Flaw) -> FlawEntry:
    return copy_fields(
        FlawEntry,
        flaw,
        path=printable(str(flaw.path)),
        message=printable(flaw.message),
        data=None if flaw.data is None else make_legible_head(flaw.data),
        data_bytes=None if flaw.data is None else len(flaw.data),
    )


def _make_testcase(finding: Finding) -> Testcase:
    known = Testcase(finding.problem, finding.check)
    if finding.status is Status.SKIPPED:
        return known._replace(tag="skipped", message=finding.words)
    if finding.status is Status.PASSED:
        return known
    text = "\n".join(map(str, finding.flaws))
    return known._replace(tag="failure", kind="flaw", message=str(finding.flaws[0]), text=text)
