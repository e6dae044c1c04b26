"""The checks of `judge verify` in their order, and how they are carried out on a problem."""

from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec.structs import replace

from judge.model.findings import Finding
from judge.platform.errors import InputErrors
from judge.verifying import bounds, inputs, limits, order, outputs, programs, tests
from judge.verifying.problem import Problem, conclude, list_flaws

CHECKS: Mapping[str, Callable[[Problem], Finding]] = {
    "stored-inputs": inputs.check_stored_inputs,
    "invalid-inputs": inputs.check_invalid_inputs,
    "changed-inputs": inputs.check_changed_inputs,
    "random-inputs": inputs.check_random_inputs,
    "bounds": bounds.check_bounds,
    "answers": tests.check_answers,
    "checker-tests": outputs.check_checker_tests,
    "changed-outputs": outputs.check_changed_outputs,
    "repeated-tests": tests.check_repeated,
    "samples": order.check_samples,
    "programs": programs.check_programs,
    "sanitizers": programs.check_sanitized,
    "optimization": programs.check_optimized,
    "groups": order.check_groups,
    "limits": limits.check_limits,
}


def verify(problem: Problem, names: Collection[str] = ()) -> Iterator[Finding]:
    """Yield the finding of each check, or of the named ones. A file at fault fails checks that need it."""
    for name, check in CHECKS.items():
        if not names or name in names:
            try:
                found = check(problem)
            except InputErrors as error:
                found = conclude("not carried out", list_flaws(error.faults))
            yield replace(found, problem=problem.name, check=name)
