"""Makes cases of the inputs that a search finds, for `--keep`."""

from collections.abc import Iterable, Iterator, Sequence

from judge.cases.project import Project
from judge.platform.errors import Fault, InputErrors, printable
from judge.stress.finds import Find
from judge.stress.keep import keep_find


def list_ids(keep: str | None, most: int) -> list[str]:
    """Return the ids of the kept finds: ID, `ID-2`, `ID-3`, as many as there may be; none without ID."""
    return [keep, *(f"{keep}-{number}" for number in range(2, most + 1))] if keep is not None else []


def keep_finds(finds: Iterable[Find], project: Project, ids: Sequence[str]) -> Iterator[Fault]:
    """Make cases of the finds. Yield a fault for each find that cannot become one."""
    for find, id in zip(finds, ids, strict=False):
        try:
            path, unsaid = keep_find(find, project, id)
        except InputErrors as error:
            yield from error.faults
            continue
        print(printable(f"kept as {id} in {path}"))
        if unsaid:
            print(unsaid)
