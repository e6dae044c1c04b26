"""The subtasks of a task of CMS, from the groups of a problem: `gen/GEN` and the keys of `task.yaml`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from judge.model.cases import Case
from judge.model.package_format import is_sample
from judge.packages.out.groups import ALWAYS_COUNTED, LEFT_OUT, Part, split_groups
from judge.packages.out.parts import ExportedPackage

_WHOLE = 100


class Subtask(Struct, frozen=True, kw_only=True):
    """Tests in a row that have their points if all are accepted."""

    points: float
    cases: tuple[Case, ...]


class Tests(Struct, frozen=True, kw_only=True):
    """The tests in their order, as subtasks. If they have none, each test counts the same part of `total`."""

    subtasks: tuple[Subtask, ...]
    total: float = _WHOLE
    has_subtasks: bool = True

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for subtask in self.subtasks for case in subtask.cases)

    @property
    def is_standard(self) -> bool:
        """True if `gen/GEN` can state the points for every version of CMS: whole numbers, 100 together."""
        return all(each.points == int(each.points) for each in self.subtasks) and self.total == _WHOLE

    def keys(self) -> dict[str, Any]:
        """Return the keys of `task.yaml` for points."""
        if not self.has_subtasks:
            return {"total_value": self.total}
        if self.is_standard:
            return {}
        stated = [[each.points, len(each.cases)] for each in self.subtasks]
        return {"score_type": "GroupMin", "score_type_parameters": stated}

    def write_gen(self, inputs: Mapping[str, str]) -> bytes:
        """Write `gen/GEN`, where `inputs` are the paths of inputs by the ids of their tests."""
        lines = []
        for subtask in self.subtasks:
            lines += [f"#ST: {subtask.points:.9g}"] * self.has_subtasks
            lines += [f"#COPY: {inputs[case.id]}" for case in subtask.cases]
        return "".join(f"{line}\n" for line in lines).encode()


def arrange_subtasks(package: ExportedPackage) -> Tests:
    """Return the tests as subtasks, the first of which counts nothing. Note what they cannot express."""
    cases, left = package.problem.cases, package.left
    parts = split_groups(cases)
    if parts is None:
        left.append(LEFT_OUT)
    if not parts or not any(any(part.points) for part in parts):
        left.append(f"no points: {_WHOLE} if all tests are accepted")
        return _order([Subtask(points=_WHOLE, cases=_without_samples(cases))], cases)
    if any(part.requires for part in parts):
        left.append(ALWAYS_COUNTED)
    each = {points for part in parts for points in part.points}
    if len(each) == 1 and sum(len(part.cases) for part in parts) == len(cases) and not _wholes(parts):
        return Tests(
            subtasks=(Subtask(points=0, cases=cases),), total=each.pop() * len(cases), has_subtasks=False
        )
    if any(not part.is_whole and len(part.cases) > 1 and any(part.points) for part in parts):
        left.append("tests that count by themselves are subtasks of one test")
    return _order([*_split(parts)], cases)


def _wholes(parts: Sequence[Part]) -> bool:
    return any(part.is_whole and len(part.cases) > 1 for part in parts)


def _split(parts: Sequence[Part]) -> Iterator[Subtask]:
    for part in parts:
        if part.is_whole:
            yield Subtask(points=sum(part.points), cases=part.cases)
        else:
            for case, points in zip(part.cases, part.points, strict=True):
                yield Subtask(points=points, cases=(case,))


def _without_samples(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the tests that are no samples, or all if there are no others."""
    return tuple(case for case in cases if not is_sample(case.id.partition("/")[2])) or tuple(cases)


def _order(counted: Sequence[Subtask], cases: Sequence[Case]) -> Tests:
    """Put the tests that count nothing into one subtask before the others."""
    found = [each for each in counted if each.points]
    counting = {case.id for each in found for case in each.cases}
    others = tuple(case for case in cases if case.id not in counting)
    first = [Subtask(points=0, cases=others)] if others else []
    total = round(sum(each.points for each in found), 6)
    return Tests(subtasks=(*first, *found), total=total)
