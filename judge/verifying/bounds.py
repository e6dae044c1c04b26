"""The bounds that validators written with testlib state: some test reaches each of them.

No number that such a validator reads by name may be beyond all of them.

Such a validator writes which bounds an input reaches into the file of `--testOverviewLogFileName`.
Source: https://github.com/MikeMirzayanov/testlib/blob/master/testlib.h, `writeTestOverviewLog`.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from judge.cases.testlib import TESTLIB
from judge.model.findings import Finding, Flaw
from judge.model.runs import Limits, Run
from judge.platform.errors import counted, printable
from judge.platform.files import Stored
from judge.running.named_files import Files
from judge.verifying.problem import Problem, conclude, skip
from judge.verifying.stored import list_input_questions
from judge.work.problem_tools import Validator, require_program
from judge.work.slots import Seal, current_slot

_LOG = "overview.log"
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=1 << 20)
_HITS = re.compile(rb'^"([^"\n]*)":((?: (?:min|max)-value-hit)*)$', re.MULTILINE)
_BOUNDS = re.compile(rb'^constant-bounds "([^"\n]*)": (\S+) (\S+)$', re.MULTILINE)
_ENDS = {b"min": "least", b"max": "greatest"}
_VARIES = b"?"
_WHOLE = re.compile(rb"-?[0-9]+")


def log_bounds(validator: Validator, data: bytes | Stored, seal: Seal) -> Run:
    """Run a validator on an input, in the first of its ways. The run has the log as its file."""
    slot = current_slot(seal)
    program = require_program(validator.program, slot)
    words = (*validator.ways[0], "--testOverviewLogFileName", _LOG)
    return slot.runner.run(program, data, _LIMITS, arguments=words, files=Files(taken=(_LOG,)))


def check_bounds(problem: Problem) -> Finding:
    """Report the bounds of numbers that no input reaches."""
    validators = _find_validators(problem)
    if not validators:
        return skip("no validator is written with testlib, which tells the bounds of numbers")
    flaws: list[Flaw] = []
    numbers = 0
    for validator in validators:
        asked = list_input_questions(problem.cases, [validator], problem.folder)
        runs = problem.call(log_bounds, [(each.validators[0], each.case.input) for each in asked])
        reached: dict[bytes, set[bytes]] = defaultdict(set)
        bounds: dict[bytes, list[bytes]] = {}
        for log in (b"".join(run.files) for run in runs):
            for name, hits in _HITS.findall(log):
                reached[name].update(end for end in _ENDS if end in hits)
            for name, *ends in _BOUNDS.findall(log):
                bounds[name] = _keep_equal(bounds.get(name, ends), ends)
        numbers += sum({*ends} != {_VARIES} for ends in bounds.values())
        for name, ends in bounds.items():
            for end, bound in zip(_ENDS, ends, strict=True):
                if end not in reached[name] and bound != _VARIES:
                    flaws.append(_flaw(validator, name, end, bound))
    if not numbers:
        return skip("the validator tells no constant bounds")
    return conclude(f"{counted(numbers, 'number')} with bounds, each reached", flaws)


def _keep_equal(before: Sequence[bytes], ends: Sequence[bytes]) -> list[bytes]:
    """Return the bounds of a number that are the same in two inputs, and `?` for one that is not.

    A number that an input has once has constant bounds there, even if they depend on another number.
    """
    return [one if one == other else _VARIES for one, other in zip(before, ends, strict=True)]


def find_widest_bounds(problem: Problem, inputs: Sequence[bytes]) -> list[tuple[int | None, int | None]]:
    """Return the least and the greatest of all bounds that the validators log for each input.

    None if no validator logs any, or if the bound of some number is not constant or not whole. Validators
    that are called in several ways are left out, since another way may have other bounds.
    """
    validators = [each for each in _find_validators(problem) if len(each.ways) == 1]
    runs = iter(problem.call(log_bounds, [(each, data) for data in inputs for each in validators]))
    logs = [b"".join(file for _ in validators for file in next(runs).files) for _ in inputs]
    return [(_find_widest(log, b"min"), _find_widest(log, b"max")) for log in logs]


def _find_widest(log: bytes, end: bytes) -> int | None:
    bounds = {name: ends[[*_ENDS].index(end)] for name, *ends in _BOUNDS.findall(log)}
    # A number without any constant bound has hits only.
    if {name for name, _ in _HITS.findall(log)} - bounds.keys() or not all(
        map(_WHOLE.fullmatch, bounds.values())
    ):
        return None
    pick = min if end == b"min" else max
    return pick(map(int, bounds.values()), default=None)


def _find_validators(problem: Problem) -> list[Validator]:
    """Return the validators that are written with testlib."""
    return [each for each in problem.validators if TESTLIB in (name for name, _ in each.program.beside)]


def _flaw(validator: Validator, name: bytes, end: bytes, bound: bytes) -> Flaw:
    number, value = (printable(word.decode(errors="replace")) for word in (name, bound))
    message = f"expected a test with {number} = {value}, its {_ENDS[end]} value, got none"
    return Flaw(path=validator.program.path, message=message)
