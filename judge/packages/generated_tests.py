"""Tests without files in the package: inputs from its generators, answers from its model solution.

Both run in the sandbox, as solutions do. The files are kept in the user's cache under a key of everything
they depend on, so a package that is judged again and again generates its tests once.
"""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256

from judge import __version__
from judge.cases.project import Project
from judge.packages.folders import Folder
from judge.packages.making import Maker
from judge.packages.missing import Reason, drop_tests, get_test_name, list_missing, read_reasons
from judge.packages.package import Package, Source
from judge.platform.files import CASE_BYTES, read, reported
from judge.running import builds
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress, silent
from judge.work.slots import Seal
from judge.work.workers import open_workers

PREFIX = "tests-"
# Shared by all packages and data sets. The builds of programs are not counted.
KEPT_BYTES = 8 << 30


def generate_tests(
    packages: Sequence[Package],
    folder: Folder,
    *,
    like: Project | None = None,
    level: Level = "default",
    progress: Progress = silent,
) -> None:
    """Generate the tests for which the packages have recipes, with programs sandboxed at this level.

    like: the project whose settings hold. Raises InputErrors, and UsageError if the system does not support
    the level.
    """
    for package in packages:
        failed: dict[str, Reason] = {}
        if package.recipes:
            with reported(folder.shown, "a place for generated tests"):
                failed = _add_generated(package, folder, like, level, progress)
        if package.missing is not None:
            package.missing += list_missing({test: failed[test].fault(package, folder) for test in failed})
            drop_tests(package, failed)


def _add_generated(
    package: Package, folder: Folder, like: Project | None, level: Level, progress: Progress
) -> dict[str, Reason]:
    """Add the generated tests to the package. Return why others are missing. Raises OSError."""
    what = _cache_name(package, like)
    key, is_held = builds.find_key(what, level, builds.hold)
    if not is_held:
        key = _fill_cache(package, folder, like, what, level, progress)
    place = builds.folder() / key
    reasons = read_reasons(place) if package.missing is not None else {}
    package.tests |= {
        name: place / name
        for name, recipe in package.recipes.items()
        if get_test_name(name) not in reasons and (not recipe.may_be_missing or (place / name).exists())
    }
    return reasons


def _fill_cache(
    package: Package, folder: Folder, like: Project | None, what: str, level: Level, progress: Progress
) -> str:
    """Return the key of the files. Generate them unless they are cached for the level in force."""
    with builds.workplace() as kept, builds.workplace() as place:
        maker = Maker(package, folder, like, place, kept)
        with open_workers(None, Seal(level=level, closed=maker.project.closed())) as workers:
            key, is_held = builds.find_key(what, workers.level(), builds.hold)
            if not is_held:
                maker.make(workers, progress)
                builds.keep(kept, key)
            # If another judge wrote the entry first, it may be trimmed before this process holds it.
            while not builds.hold(key):
                builds.keep(kept, key)
    with suppress(OSError):  # a full disk leaves all as it is
        builds.trim(PREFIX, KEPT_BYTES)
    return key


def _cache_name(package: Package, like: Project | None = None) -> str:
    """Return the name in the cache: a digest of everything the files depend on except the sandbox level.

    Raises OSError.
    """
    files = [
        [(name, digest_source(source)) for name, source in sorted(sources.items())]
        for sources in (package.tools, package.programs, package.tests, package.around)
    ]
    recipes, may_lack = sorted(package.recipes.items()), package.missing is not None
    languages = [*like.languages.values()] if like else []
    testlib = digest_source(like.testlib) if like and like.testlib else ""
    whole = (__version__, package.name, package.stated, recipes, files, may_lack, languages, testlib)
    return f"{PREFIX}{sha256(repr(whole).encode()).hexdigest()}"


def digest_source(source: Source) -> str:
    """Return a digest of a file's bytes. Raises OSError."""
    return sha256(source if isinstance(source, bytes) else read(source, CASE_BYTES)[0]).hexdigest()
