"""The stored inputs, and the validators: they accept the first and reject what is not legal."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from judge.cases.naming import INVALID_INPUT
from judge.model.findings import Finding, Flaw
from judge.platform.errors import Fault, InputErrors, counted
from judge.platform.files import CASE_BYTES, Stored, has_folder, reported, size_of, stored, whole
from judge.stress.inputs import Refusal, find_refusal
from judge.stress.shrink import shrink
from judge.verifying import changes
from judge.verifying.bounds import find_widest_bounds
from judge.verifying.problem import Problem, conclude, list_flaws, skip
from judge.verifying.stored import ask_tools, list_input_questions
from judge.work.problem_tools import Validator
from judge.work.slots import Seal, current_slot

NO_VALIDATOR = "the problem has no validator"
# Only short inputs are changed: a validator reads them quickly, and the shortest shows a flaw best.
_MOST_BYTES = 64 << 10
_BASES = 5
_SEED = 1


class Reply(NamedTuple):
    """The reply of validators to an input: a refusal, nothing, or the faults of one that failed."""

    refusal: Refusal | None = None
    faults: tuple[Fault, ...] = ()


def ask_validators(format: str, data: bytes | Stored, validators: Sequence[Validator], seal: Seal) -> Reply:
    try:
        return Reply(find_refusal(format, whole(data), validators, current_slot(seal)))
    except InputErrors as error:
        return Reply(faults=error.faults)


def check_stored_inputs(problem: Problem) -> Finding:
    if not problem.validators:
        return skip(NO_VALIDATOR)
    asked = [*list_input_questions(problem.cases, problem.validators, problem.folder)]
    opinion = ask_tools(asked, problem.executor, problem.seal, problem.progress)
    words = f"{counted(len(asked) - len(opinion.inputs), 'input')} accepted by {problem.validator_names}"
    return conclude(words, list_flaws(opinion.inputs))


def check_invalid_inputs(problem: Problem) -> Finding:
    """Ask the validators about the inputs in the folder `invalid_input` of the problem."""
    folder = problem.folder / INVALID_INPUT
    paths = sorted(folder.rglob("*.in")) if has_folder(folder) else []
    if not paths or not problem.validators:
        return skip(NO_VALIDATOR if paths else f"the problem has no {INVALID_INPUT}/")
    replies = _ask(problem, [_stored(path) for path in paths])
    flaws: list[Flaw] = []
    for path, reply in zip(paths, replies, strict=True):
        flaws += list_flaws(reply.faults)
        if not reply.faults and not reply.refusal:
            wanted = f"expected an input that {problem.validator_names} rejects, got it accepted"
            flaws.append(Flaw(path=path, message=wanted))
    return conclude(f"{counted(len(paths), 'input')} rejected", flaws)


def check_changed_inputs(problem: Problem) -> Finding:
    """Change short stored inputs so that they are not legal, and ask the validators about them."""
    if not problem.validators:
        return skip(NO_VALIDATOR)
    names, inputs = _read_short(problem)
    if not inputs:
        return skip(f"no input has at most {_MOST_BYTES:,} bytes")
    made: list[tuple[str, changes.Change]] = []
    for at, ends in enumerate(find_widest_bounds(problem, inputs[:_BASES])):
        ordered = [inputs[at], *inputs[:at], *inputs[at + 1 :]]
        found = chain(changes.list_changes(ordered), changes.exceed_bounds(ordered, *ends))
        made += ((names[at], change) for change in found)
    known = {*inputs}
    made = [(name, change) for name, change in made if change.data not in known]
    replies = _ask(problem, [change.data for _, change in made])
    flaws: dict[str, Flaw] = {}
    notes: dict[str, str] = {}
    for (name, change), reply in zip(made, replies, strict=True):
        if reply.faults or reply.refusal:
            continue
        path = problem.validators[0].program.path
        if change.must_fail:
            words = f"expected a refusal of {_describe(name, change)}, got it accepted"
            flaws.setdefault(change.what, Flaw(path=path, message=words, data=change.data))
        elif change.why:
            words = f"{problem.validator_names} accepts {_describe(name, change)}, {change.why}"
            notes.setdefault(change.why, words)
        else:
            notes.setdefault(change.what, f"{problem.validator_names} accepts an input {change.what}")
    words = f"{counted(len(made), 'input')} made from {counted(len(names[:_BASES]), 'stored one')}"
    return conclude(words, flaws.values(), notes.values())


def check_random_inputs(problem: Problem) -> Finding:
    """Give random bytes to the validators. They may say anything, but must end by themselves."""
    if not problem.validators:
        return skip(NO_VALIDATOR)
    _, inputs = _read_short(problem)
    made = list(changes.list_random_inputs(inputs[:_BASES], _SEED))
    replies = _ask(problem, made)
    failed = [(data, reply) for data, reply in zip(made, replies, strict=True) if reply.faults]
    flaws: dict[Path, Flaw] = {}
    for data, reply in sorted(failed, key=lambda each: len(each[0])):
        for fault in reply.faults:
            if fault.path not in flaws:
                smaller = _shrink(problem, data, fault)
                flaws[fault.path] = Flaw(path=fault.path, message=fault.message, data=smaller)
    return conclude(f"{counted(len(made), 'input')}, none crashes a validator", flaws.values())


def _shrink(problem: Problem, data: bytes, fault: Fault) -> bytes:
    """Return the smallest input found on which a validator fails."""
    if "CPU used" in fault.message or "passed with" in fault.message:
        return data  # each try would take as long

    def first(candidates: Sequence[bytes]) -> int | None:
        replies = enumerate(_ask(problem, candidates))
        return next((at for at, reply in replies if fault in reply.faults), None)

    *_, last = (data, *shrink(data, first))
    return last


def _describe(name: str, change: changes.Change) -> str:
    return f"{name} {change.what}" if change.what.startswith("with") else change.what


def _read_short(problem: Problem) -> tuple[list[str], list[bytes]]:
    """Return the names and the bytes of the short inputs, the shortest first, each input once."""
    cases = sorted(problem.cases, key=lambda case: size_of(case.input))
    short = [case for case in cases if size_of(case.input) <= _MOST_BYTES]
    found: dict[bytes, str] = {}
    for case in short:
        found.setdefault(whole(case.input), case.id)
    return [*found.values()], [*found]


def _ask(problem: Problem, inputs: Iterable[bytes | Stored]) -> list[Reply]:
    format = problem.cases[0].format
    return problem.call(ask_validators, [(format, data, problem.validators) for data in inputs])


def _stored(path: Path) -> Stored:
    """Raises InputErrors for a file that cannot be read."""
    with reported(path, "a file that can be read"):
        return stored(path, CASE_BYTES)
