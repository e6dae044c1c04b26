"""The input of a draw: printed by a generator or varied from a case, and accepted by the validators."""

import re
import signal
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from judge.model.programs import Solution
from judge.model.runs import Ending, Limits, Run
from judge.platform.errors import FormatError, InputErrors, fault_at
from judge.running.named_files import Files
from judge.running.programs import NO_FILES
from judge.stress.draws import Draw
from judge.stress.finds import Work
from judge.stress.trial import Trial
from judge.subjects.subject import Part, Subject, find_misfit, silent, subject_of
from judge.work.problem_tools import (
    Generator,
    Validator,
    describe_ending,
    last_line,
    require_program,
)
from judge.work.slots import Slot

# The limits of a generator and of a validator.
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=64 << 20)
_LEGAL = (0, 42)
# The name of the input for a validator of answers.
_ASKED = "input.in"
_WORK = re.compile(rb"^work ([0-9]{1,30}) ([A-Za-z][A-Za-z ]{0,30})$", re.MULTILINE)
# The most steps from a case of the project to a new one, and from the hardest case to the next.
_FAR, _NEAR = 100, 4
_NEAR_SHARE = 0.9
# The judge itself checks each part, which takes up to some milliseconds.
_MOST_PARTS = 1000
# Lines that seed a generator. Its words begin at 1 in most languages (`own`) and at 0 in some (`after`).
_SEEDING = {
    "python": "random.seed(int(sys.argv[{own}]))",
    "c": "srand(atoi(argv[{own}]))",
    "cpp": "std::mt19937 rng(std::stoul(argv[{own}]))",
    "go": "seed, _ := strconv.ParseInt(os.Args[{own}], 10, 64); rand.Seed(seed)",
    "java": "new Random(Long.parseLong(args[{after}]))",
    "kotlin": "Random(args[{after}].toLong())",
    "pascal": "RandSeed := StrToInt(ParamStr({own}))",
    "ruby": "srand(ARGV[{after}].to_i)",
    "perl": "srand($ARGV[{after}])",
    "php": "mt_srand((int) $argv[{own}])",
    "lua": "math.randomseed(tonumber(arg[{own}]))",
}
# How often to try another step, and another input when a validator refuses one.
_TRIES = 20


def make_input(trial: Trial, draw: Draw, slot: Slot, hardest: bytes = b"") -> tuple[bytes, Work | None]:
    """Make the input of a draw, and return it with the work that its generator reports.

    hardest: the hardest input so far. Raises InputErrors if a validator refuses what a generator prints, and
    if it refuses every variation of the project's cases.
    """
    if not draw.generator:
        return _vary_input(trial, draw, slot, hardest), None
    data, work = run_generator(trial, draw, slot, hardest)
    if refusal := find_refusal(trial.case.format, data, trial.validators, slot):
        name = refusal.by.path.name if refusal.by else "the signature"
        raise _generator_error(trial, draw, f"one that {name} refuses: {refusal.words}")
    # Check the powers of four among the generator's own draws: enough to notice, and it costs nothing.
    own = (draw.number - 1) // len(trial.generators) + 1
    if own & (own - 1) == 0 and own.bit_length() % 2 and run_generator(trial, draw, slot, hardest)[0] != data:
        generator = trial.generator_of(draw)
        message = f"{generator.program.path.name} printed different inputs for the same seed"
        raise fault_at(generator.program.path, message + _suggest_seeding(generator))
    return data, work


def _suggest_seeding(generator: Generator) -> str:
    """Return a line of the generator's language that seeds it; empty if none is known or it gets no seed."""
    line = _SEEDING.get(generator.program.language.name)
    if not line or "{seed}" not in generator.words:
        return ""
    at = generator.words.index("{seed}")
    return f"; seed it: `{line.format(own=at + 1, after=at)}`"


def run_generator(trial: Trial, draw: Draw, slot: Slot, hardest: bytes = b"") -> tuple[bytes, Work | None]:
    """Return what the generator of a draw prints, and the work that it reports. Raises InputErrors."""
    generator = trial.generator_of(draw)
    run = _run_tool(generator.program, slot, hardest, generator.arguments(draw.seed, draw.size))
    if run.ending is not Ending.FINISHED or run.exit_code:
        raise _generator_error(trial, draw, describe_ending(run, _LIMITS))
    if not run.stdout:
        raise _generator_error(trial, draw, "nothing")
    if subject := subject_of(trial.case.format):
        _check_parts(trial, draw, run.stdout, subject)
    stated = _WORK.search(run.stderr) if trial.unit else None
    return run.stdout, Work(amount=float(stated[1]), unit=stated[2].decode()) if stated else None


def _check_parts(trial: Trial, draw: Draw, data: bytes, subject: Subject) -> None:
    """Hold a generated input to the rules for case files. Raises InputErrors about the generator."""
    try:
        asked = subject.formats[trial.case.format].decode_input(data)
    except FormatError as error:
        raise _generator_error(trial, draw, f"{error}") from None
    kind = subject.part
    if len(asked) > _MOST_PARTS:
        got = f"{len(asked):,} times a {kind}, at most {_MOST_PARTS:,} are tried"
        raise _generator_error(trial, draw, got)
    for part in asked:
        if flaw := _find_flaw(trial, part, subject):
            raise _generator_error(trial, draw, f"a {kind}: {flaw}")


def _find_flaw(trial: Trial, part: Part, subject: Subject) -> str | None:
    """Say why the problem does not allow a part; None if it does."""
    doubts = subject.check_answers((part,), unique=not trial.case.any_answer, progress=silent)
    return subject.find_flaw(part, None) or next(doubts, None)


def _vary_input(trial: Trial, draw: Draw, slot: Slot, hardest: bytes) -> bytes:
    """Take steps from the hardest case, or from one of the project, to an input that is legal."""
    subject, chance = subject_of(trial.case.format), Random(draw.seed)
    assert subject
    format = subject.formats[trial.case.format]
    for _ in range(_TRIES):
        if hardest and chance.random() < _NEAR_SHARE:
            part, steps = format.decode_input(hardest)[0], chance.randint(1, _NEAR)
        else:
            part, steps = chance.choice(trial.parts), min(draw.size, _FAR)
        for _ in range(steps):
            part = _step(trial, part, chance, subject)
        data = format.encode_input((part,))
        refusal = find_refusal(trial.case.format, data, trial.validators, slot)
        if not refusal:
            return data
    assert refusal
    assert refusal.by
    wanted = f"a validator that takes one of {_TRIES} inputs which are made of the project's own"
    raise fault_at(refusal.by.path, f"expected {wanted}, got a refusal of each: {refusal.words}")


def _step(trial: Trial, part: Part, chance: Random, subject: Subject) -> Part:
    """Take one step to a part that the problem allows; return the same part if none is found soon."""
    for _ in range(_TRIES):
        other = subject.vary(part, chance)
        if not _find_flaw(trial, other, subject):
            return other
    return part


class Refusal(NamedTuple):
    """Why an input is not legal, and the validator that refuses it; None if the signature's types do.

    Of an answer, the message of the checker; `failed` if the checker gave no verdict.
    """

    words: str
    by: Solution | None = None
    failed: bool = False


def find_refusal(format: str, data: bytes, validators: Sequence[Validator], slot: Slot) -> Refusal | None:
    """Return the first refusal of an input; None if each validator accepts it in one of its ways.

    Raises InputErrors if a validator cannot be run or is stopped.
    """
    if words := find_misfit(format, data):
        return Refusal(words)
    return _ask_validators(validators, data, slot)


def find_answer_refusal(
    asked: bytes, answer: bytes, validators: Sequence[Validator], slot: Slot
) -> Refusal | None:
    """Return the first refusal of an answer to the input `asked`; None if each validator accepts it.

    Source: BAPCtools, `answer_validators`, each called as `VALIDATOR INPUT < ANSWER`. Raises InputErrors.
    """
    return _ask_validators(validators, answer, slot, Files(given=((_ASKED, asked),)))


def _ask_validators(
    validators: Sequence[Validator], data: bytes, slot: Slot, files: Files = NO_FILES
) -> Refusal | None:
    """Return the first refusal of data. A validator gets the names of files before its own words."""
    names = tuple(name for name, _ in files.given)
    for validator in validators:
        words = ""
        for way in validator.ways:
            words = _run_validator(validator.program, data, (*names, *way), slot, files)
            if not words:
                break
        if words:
            return Refusal(words, validator.program)
    return None


def _run_validator(validator: Solution, data: bytes, words: tuple[str, ...], slot: Slot, files: Files) -> str:
    """Return why a validator refuses data; empty if it accepts them. A failed assertion is a refusal."""
    run = _run_tool(validator, slot, data, words, files)
    if run.signal == signal.SIGABRT:
        return last_line(run) or "an assertion failed"
    if run.ending is not Ending.FINISHED:
        got = describe_ending(run, _LIMITS)
        raise fault_at(validator.path, f"expected a validator that ends by itself, got: {got}")
    return "" if run.exit_code in _LEGAL else last_line(run) or f"exit code {run.exit_code}"


def _run_tool(
    program: Solution, slot: Slot, stdin: bytes, arguments: tuple[str, ...], files: Files = NO_FILES
) -> Run:
    return slot.runner.run(require_program(program, slot), stdin, _LIMITS, arguments=arguments, files=files)


def _generator_error(trial: Trial, draw: Draw, got: str) -> InputErrors:
    wanted = f"an input for the seed {draw.seed} and the size {draw.size}"
    return fault_at(trial.generator_of(draw).program.path, f"expected {wanted}, got {got}")
