"""The time limit: accepted programs stay well within it, and programs that must be too slow far beyond."""

from judge.model.findings import Finding, Flaw
from judge.platform.units import write_time
from judge.timing.limit_question import ask_about, run_longer
from judge.timing.time_limit import Margins, check_margins, find_window
from judge.verifying.problem import Problem, conclude, skip


def check_limits(problem: Problem) -> Finding:
    """Compare the limit with the times of all programs, as `judge limits --factor` does."""
    margins, asked = Margins(), ask_about(problem.solutions, problem.cases)
    stated = {case.limits.cpu_s for case in problem.cases}
    if len(stated) > 1:
        return skip("the tests have several limits")
    limit_s = max(stated)
    found = find_window(problem.name, limit_s, problem.results, must_fail=asked.slow, free=asked.free)
    if not any(flip.must_pass and flip.accepted for flip in found.flips):
        return skip("no program is accepted on all tests")
    results = run_longer(problem.solutions, problem.results, asked, margins, problem.judge)
    try:
        safe = check_margins(asked.find_window(problem.name, results, margins), margins)
    except ValueError as error:
        return conclude("", [Flaw(path=problem.cases[0].path, message=str(error))])
    why = "; ".join(filter(None, [safe.rule, safe.bound]))
    return conclude(f"{write_time(limit_s)} is at least {why}")
