"""Inputs and answers by their names alone, as `judge/cases/naming.py` pairs them."""

from collections.abc import Sequence

from judge.cases.naming import Names
from judge.packages.folders import Folder
from judge.packages.package import Package


def are_tests(folder: Folder) -> bool:
    return bool(Names(folder.files).tests())


def read_tests(folder: Folder) -> Sequence[Package]:
    """One problem of all the files that belong to a test."""
    names = [name for name, answers in Names(folder.files).tests() for name in (name, *answers)]
    return [
        Package(name=folder.name, origin="tests in files", tests={name: folder.take(name) for name in names})
    ]
