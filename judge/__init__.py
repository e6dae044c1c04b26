"""A local judge for competitive programming. As a library it has the names below: see docs/library.md."""

__version__ = "1.0.0"

__all__ = [
    "Case",
    "Check",
    "Diagnosis",
    "Judge",
    "JudgeError",
    "Limits",
    "Loaded",
    "Report",
    "Result",
    "Solution",
    "Submission",
    "Test",
    "Unmet",
    "Verdict",
    "__version__",
    "check",
    "load",
    "run",
    "unmet",
]

# Nothing is loaded here: until `judge.__main__` runs, an interrupt would end in a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from judge.library.folders import Check, Loaded, check, load, run, unmet
    from judge.library.judge import Judge
    from judge.library.reports import Report
    from judge.library.submissions import Submission, Test
    from judge.model.cases import Case
    from judge.model.programs import Solution
    from judge.model.results import Diagnosis, Result
    from judge.model.runs import Limits
    from judge.model.verdicts import Verdict
    from judge.platform.errors import JudgeError
    from judge.scoring.unmet import Unmet


def __getattr__(name: str) -> object:
    """Load a name of `__all__` when a program asks for it. Commands do without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from judge.platform.errors import require_linux

    require_linux()
    from judge.library import folders, judge, reports, submissions
    from judge.model import cases, programs, results, runs, verdicts
    from judge.platform import errors
    from judge.scoring import unmet

    modules = (folders, judge, reports, submissions, cases, programs, results, runs, verdicts, unmet, errors)
    return next(getattr(module, name) for module in modules if hasattr(module, name))
