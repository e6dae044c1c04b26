"""Whose files a folder holds: the origins, each with how it is known and who reads it."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from judge.errors import InputErrors
from judge.packages import acc, cms, dmoj, icpc, kattis, library_checker, polygon, tests
from judge.packages.folders import Folder
from judge.packages.package import Package


class Origin(Struct, frozen=True):
    """A folder of this origin has the file `mark`, if there is one, and `knows` says so by its files' names.

    `read` takes its problems; what is at fault is among the folder's faults, and then the problems may be
    less than they should be. What has a mark can be judged where it lies.
    """

    name: str
    read: Callable[[Folder], Sequence[Package]]
    mark: str = ""
    knows: Callable[[Folder], bool] = lambda _: True

    def packages(self, folder: Folder) -> Sequence[Package]:
        """Read the problems. Raises InputErrors for a file that cannot be read."""
        try:
            return self.read(folder)
        except InputErrors as error:
            raise folder.told(error) from None


# The first that knows a folder reads it.
ORIGINS = (
    Origin("acc", acc.read_contest, mark=acc.MARK),
    Origin("ICPC package, 2025-09", icpc.read, mark=icpc.MARK, knows=icpc.knows),
    Origin("Kattis and ICPC packages", kattis.read, mark=kattis.MARK),
    Origin("Polygon package", polygon.read, mark=polygon.MARK),
    Origin("Polygon contest", polygon.read_contest, mark=polygon.CONTEST),
    Origin("CMS task", cms.read_task, mark=cms.TASK),
    Origin("CMS contest", cms.read_contest, mark=cms.CONTEST),
    Origin(
        "library-checker problem",
        library_checker.read,
        mark=library_checker.MARK,
        knows=library_checker.is_problem,
    ),
    Origin("DMOJ problem", dmoj.read, mark=dmoj.MARK, knows=dmoj.is_problem),
    Origin("tests in files", tests.read_tests, knows=tests.are_tests),
)


def origin_of(folder: Folder) -> Origin | None:
    return next(
        (origin for origin in ORIGINS if (not origin.mark or origin.mark in folder) and origin.knows(folder)),
        None,
    )
