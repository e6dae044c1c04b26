"""The origins of packages, each with its mark and its reader."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from judge.packages import (
    acc,
    cms,
    dmoj,
    icpc,
    icpc_yaml,
    kattis,
    library_checker,
    polygon,
    problem_yaml,
    tests,
)
from judge.packages.folders import Folder
from judge.packages.package import Package
from judge.platform.errors import InputErrors


class Origin(Struct, frozen=True):
    """An origin. Its folders have the file `mark`, if one is stated, and `knows` recognises them.

    `read` returns the problems and adds faults to the folder's. With faults the problems may be incomplete.
    Packages with a mark can be judged without an import.
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
            raise folder.with_shown_paths(error) from None


# The first that recognises a folder reads it.
ORIGINS = (
    Origin("acc", acc.read_contest, mark=acc.MARK),
    Origin("ICPC package, 2025-09", icpc.read, mark=problem_yaml.MARK, knows=icpc_yaml.is_of_this_format),
    Origin("Kattis and ICPC packages", kattis.read, mark=problem_yaml.MARK),
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
    Origin("tests in files", tests.read_tests, knows=tests.has_tests),
)


def find_origin(folder: Folder) -> Origin | None:
    return next(
        (origin for origin in ORIGINS if (not origin.mark or origin.mark in folder) and origin.knows(folder)),
        None,
    )
