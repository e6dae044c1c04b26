"""The input of a draw: what a generator prints, or the subject varies, if the validator takes it."""

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from judge.checkers.decision import reason
from judge.errors import Fault, FormatError, InputErrors, printable
from judge.model import Ending, Limits, Run, Solution
from judge.running.languages.base import Unready, unready_fault
from judge.stress.draws import Generator, Validator
from judge.stress.finds import Draw, Work
from judge.stress.trial import Trial
from judge.subjects import Part, Subject, find_misfit, silent, subject_of
from judge.work.slots import Slot

# What a generator and a validator may use.
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=64 << 20)
_LEGAL = (0, 42)
_WORK = re.compile(rb"^work ([0-9]{1,30}) ([A-Za-z][A-Za-z ]{0,30})$", re.MULTILINE)
_SAID_LETTERS = 120
# UTF-8 needs up to four for a letter.
_SAID_BYTES = 4 * _SAID_LETTERS
# Steps from a case of the project to a new one, and from the hardest case to the next.
_FAR, _NEAR = 100, 4
_NEAR_SHARE = 0.9
# Whether a part is one, the judge itself finds out, in up to some milliseconds.
_MOST_PARTS = 1000
# So often another step is tried before none is made, and another input where the validator refuses one.
_TRIES = 20


def legal(trial: Trial, draw: Draw, slot: Slot, hardest: bytes = b"") -> tuple[bytes, Work | None]:
    """The input of a draw that the validator takes, and the work that its generator says it makes.

    What it refuses is the generator's fault; of what a subject varies another is tried. Raises InputErrors.
    """
    if not draw.generator:
        return _varied(trial, draw, slot, hardest), None
    data, work = drawn(trial, draw, slot, hardest)
    if refusal := refused(trial, data, slot):
        name = refusal.by.path.name if refusal.by else "the signature"
        raise _of_generator(trial, draw, f"one that {name} refuses: {refusal.words}")
    # Often enough to be seen, seldom enough to cost nothing: at powers of four of the generator's own draws.
    own = (draw.number - 1) // len(trial.generators) + 1
    if own & (own - 1) == 0 and own.bit_length() % 2 and drawn(trial, draw, slot, hardest)[0] != data:
        raise _of_generator(trial, draw, "another one when called again")
    return data, work


def drawn(trial: Trial, draw: Draw, slot: Slot, hardest: bytes = b"") -> tuple[bytes, Work | None]:
    """What a generator prints for a draw, and the work that it says this makes. Raises InputErrors."""
    generator = _generator(trial, draw)
    run = _called(generator.program, slot, hardest, generator.arguments(draw))
    if run.ending is not Ending.FINISHED or run.exit_code:
        raise _of_generator(trial, draw, how_it_ended(run, _LIMITS))
    if not run.stdout:
        raise _of_generator(trial, draw, "nothing")
    if subject := subject_of(trial.case.format):
        _check_parts(trial, draw, run.stdout, subject)
    stated = _WORK.search(run.stderr) if trial.unit else None
    return run.stdout, Work(amount=float(stated[1]), unit=stated[2].decode()) if stated else None


def _check_parts(trial: Trial, draw: Draw, data: bytes, subject: Subject) -> None:
    """What a case file would be refused for is the generator's fault."""
    try:
        asked = subject.formats[trial.case.format].decode_input(data)
    except FormatError as error:
        raise _of_generator(trial, draw, f"{error}") from None
    kind = subject.part
    if len(asked) > _MOST_PARTS:
        raise _of_generator(trial, draw, f"{len(asked):,} times a {kind}, at most {_MOST_PARTS:,} are tried")
    for part in asked:
        if why := _doubt(trial, part, subject):
            raise _of_generator(trial, draw, f"a {kind}: {why}")


def _doubt(trial: Trial, part: Part, subject: Subject) -> str | None:
    """Why a part is none that the problem asks for, in words."""
    doubts = subject.check_answers((part,), unique=not trial.case.any_answer, progress=silent)
    return subject.find_flaw(part, None) or next(doubts, None)


def _varied(trial: Trial, draw: Draw, slot: Slot, hardest: bytes) -> bytes:
    """An input near the hardest case, or some steps from a case of the project, that the validator takes."""
    subject, chance = subject_of(trial.case.format), Random(draw.seed)
    assert subject
    format = subject.formats[trial.case.format]
    refusal: Refusal | None = None
    for _ in range(_TRIES):
        if hardest and chance.random() < _NEAR_SHARE:
            part, steps = format.decode_input(hardest)[0], chance.randint(1, _NEAR)
        else:
            part, steps = chance.choice(trial.parts), min(draw.size, _FAR)
        for _ in range(steps):
            part = _step(trial, part, chance, subject)
        data = format.encode_input((part,))
        if not (refusal := refused(trial, data, slot)):
            return data
    assert refusal
    assert refusal.by
    wanted = f"a validator that takes one of {_TRIES} inputs which are made of the project's own"
    raise wrong(refusal.by, f"expected {wanted}, got a refusal of each: {refusal.words}")


def _step(trial: Trial, part: Part, chance: Random, subject: Subject) -> Part:
    """One step that leaves a part which the problem may ask for; the same if none is found soon."""
    for _ in range(_TRIES):
        other = subject.vary(part, chance)
        if not _doubt(trial, other, subject):
            return other
    return part


class Refusal(NamedTuple):
    """What is said against an input, and by which validator; by the types of arguments, if by none."""

    words: str
    by: Solution | None = None


def refused(trial: Trial, data: bytes, slot: Slot) -> Refusal | None:
    """Why an input of the problem is not legal; see `refusal_of`."""
    return refusal_of(trial.case.format, data, trial.validators, slot)


def refusal_of(format: str, data: bytes, validators: Sequence[Validator], slot: Slot) -> Refusal | None:
    """Why an input is not legal; None where all validators take it, each with its words of some group.

    Raises InputErrors.
    """
    if words := find_misfit(format, data):
        return Refusal(words)
    for validator in validators:
        said = ""
        for way in validator.ways:
            said = _said_against(validator.program, data, way, slot)
            if not said:
                break
        if said:
            return Refusal(said, validator.program)
    return None


def _said_against(validator: Solution, data: bytes, words: tuple[str, ...], slot: Slot) -> str:
    """What a validator says against an input, called with these words; empty where it takes it."""
    run = _called(validator, slot, data, words)
    if run.ending is not Ending.FINISHED:
        got = how_it_ended(run, _LIMITS)
        raise wrong(validator, f"expected a validator that ends by itself, got: {got}")
    return "" if run.exit_code in _LEGAL else _last_words(run) or f"exit code {run.exit_code}"


def wrong(program: Solution, message: str) -> InputErrors:
    """What is raised where a program that the search stands on is wrong."""
    return InputErrors((Fault(program.path, 0, message),))


def words_of(why: Unready) -> str:
    """Why a program cannot be run, with the first line of what its compiler says."""
    said = why.stderr.decode(errors="replace").strip().partition("\n")[0]
    return printable(f"{why.message}: {said[:_SAID_LETTERS]}" if said else why.message)


def _called(program: Solution, slot: Slot, stdin: bytes, arguments: tuple[str, ...] = ()) -> Run:
    """A run of a tool. Raises InputErrors where it cannot be run."""
    made = slot.program(program)
    if isinstance(made, Unready):
        raise InputErrors((unready_fault(program, made),))
    return slot.runner.run(made, stdin, _LIMITS, arguments=arguments)


def _of_generator(trial: Trial, draw: Draw, got: str) -> InputErrors:
    place = f"the seed {draw.seed} and the size {draw.size}"
    return wrong(_generator(trial, draw).program, f"expected an input for {place}, got {got}")


def _generator(trial: Trial, draw: Draw) -> Generator:
    return next(one for one in trial.generators if one.name == draw.generator)


def how_it_ended(run: Run, limits: Limits) -> str:
    """How a run of a tool ended that should have ended well, with its last words."""
    why = reason(run, limits)
    said = _last_words(run)
    return f"{why}: {said}" if said else why


def _last_words(run: Run) -> str:
    """The last line that a tool says, cut where it is long."""
    said = run.stderr.strip() or run.stdout.strip()
    start = said.rfind(b"\n") + 1
    lines = said[start : start + _SAID_BYTES].decode(errors="replace").splitlines()
    return printable(lines[-1][:_SAID_LETTERS]) if lines else ""
