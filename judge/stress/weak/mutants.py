"""Plant mistakes in accepted programs, and leave out the mutants that are equal as compiled."""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from hashlib import sha256
from itertools import chain, islice, zip_longest
from pathlib import Path
from types import CodeType

from msgspec import Struct
from msgspec.structs import replace

from judge.model.groups import group_by
from judge.model.programs import ALL_ACCEPTED, Solution
from judge.model.results import Revision
from judge.platform.files import SOURCE_BYTES, require, stamp_of, whole
from judge.running.languages.base import HEADER_SUFFIXES, digest_of
from judge.running.programs import Command
from judge.stress.weak.edits import KINDS, Edit, in_order
from judge.stress.weak.python_edits import edit_python
from judge.stress.weak.tree_edits import edit_cpp, edit_java
from judge.work.calls import run_calls_in_order
from judge.work.slots import Seal, current_slot

# The edits of a source, by the name of its language.
# Raises UsageError if its parser is missing.
EDITORS: Mapping[str, Callable[[bytes], Iterator[Edit]]] = {
    "python": edit_python,
    "c": edit_cpp,
    "cpp": edit_cpp,
    "java": edit_java,
}


class Mutant(Struct, frozen=True, kw_only=True):
    """A program that should fail: one with a planted mistake, or one that somebody wrote.

    A planted mistake has a `kind` and a `revision` of the accepted program in which it was planted.
    """

    solution: Solution
    kind: str = ""
    revision: Revision | None = None

    @property
    def name(self) -> str:
        return self.solution.name


def plant(
    programs: Sequence[Solution],
    folder: Path,
    executor: Executor,
    seal: Seal,
    *,
    most: int,
    progress: Callable[[int, int], None],
) -> list[Mutant]:
    """Write mutants of the programs into the folder, build them, and return them by likelihood.

    A mutant is left out if it does not compile, or if it is equal, as compiled, to its program or to a
    likelier mutant.

    most: the number of mutants of each program to build. progress: is called with the numbers of mutants
    built and to build. Raises InputErrors if a program cannot be read.
    """
    programs = [_build_small(one) for one in programs]
    planted = [
        [*islice(_write_mutants(one, folder / str(number)), most)] for number, one in enumerate(programs)
    ]
    forms = _find_forms([*programs, *(each.solution for each in chain(*planted))], executor, seal, progress)
    kept: list[Mutant] = []
    for program, mutants in zip(programs, planted, strict=True):
        by_form: dict[str, Mutant] = {}
        for each in mutants:
            by_form.setdefault(forms[each.name], each)
        kept += (each for form, each in by_form.items() if form not in ("", forms[program.name]))
    return sorted(kept, key=lambda each: KINDS.index(each.kind))


def _write_mutants(program: Solution, folder: Path) -> Iterator[Mutant]:
    """Yield the mutants of a program, kind by kind in turn. Each is a new file."""
    source = require(program.path, SOURCE_BYTES)
    beside = [(name, whole(stored)) for name, stored in program.beside]
    by_kind = group_by(in_order(EDITORS[program.language.name](source), source), lambda edit: edit.kind)
    turns = chain.from_iterable(zip_longest(*by_kind.values()))
    for number, edit in enumerate(filter(None, turns), 1):
        path = folder / str(number) / program.path.name
        path.parent.mkdir(parents=True)
        changed = edit.apply(source)
        path.write_bytes(changed)
        old, new = edit.lines(source)
        yield Mutant(
            solution=replace(
                as_accepted(program),
                name=f"{program.name}~{number}",
                path=path,
                stamp=stamp_of(path),
                digest=digest_of(changed, beside),
            ),
            kind=edit.kind,
            revision=Revision(path=program.path, line=edit.line(source), old=old, new=new),
        )


def _build_small(program: Solution) -> Solution:
    """Return the program to be built without `-static`: a mutant is built for one run, and there are many."""
    builds = tuple(words for words in program.language.builds if "-static" not in words)
    return replace(program, language=replace(program.language, builds=builds or program.language.builds))


def as_accepted(program: Solution) -> Solution:
    """Return the program as if it should be right on every test."""
    return replace(program, expectations=(), known=(), rules=ALL_ACCEPTED)


def _find_forms(
    programs: Sequence[Solution], executor: Executor, seal: Seal, progress: Callable[[int, int], None]
) -> dict[str, str]:
    """Return the form of each program by its name: equal if they are equal as compiled, empty for a CE."""
    forms = {one.name: _digest_code(one) for one in programs if not one.language.builds}
    built = [one for one in programs if one.language.builds]
    with closing(run_calls_in_order(executor, [(digest_build, (one, seal)) for one in built])) as digests:
        for number, (one, digest) in enumerate(zip(built, digests, strict=True), 1):
            forms[one.name] = digest
            progress(number, len(built))
    return forms


def digest_build(program: Solution, seal: Seal) -> str:
    """Build a program here and digest the files that its compiler wrote; empty for a CE."""
    built = current_slot(seal).program(program)
    if not isinstance(built, Command):
        return ""
    digest, sources = sha256(), (*program.language.suffixes, *HEADER_SUFFIXES)
    folder = Path(built.readable[0])
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(sources):
            digest.update(repr((path.relative_to(folder).as_posix(), path.read_bytes())).encode())
    return digest.hexdigest()


def _digest_code(program: Solution) -> str:
    source = require(program.path, SOURCE_BYTES)
    with warnings.catch_warnings(action="ignore"):
        try:
            return sha256(repr(_describe_code(compile(source, "program", "exec"))).encode()).hexdigest()
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ""


def _describe_code(code: CodeType) -> tuple[object, ...]:
    """Return all of a code object except its places in the source."""
    constants = (_describe_code(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    return code.co_name, code.co_code, code.co_exceptiontable, names, counts, tuple(constants)
