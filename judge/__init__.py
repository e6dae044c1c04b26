"""A local judge for competitive programming. As a library it has the names below: see docs/library.md."""

__all__ = [
    "Case",
    "Check",
    "Diagnosis",
    "JudgeError",
    "Limits",
    "Loaded",
    "Result",
    "Solution",
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
    from judge.errors import JudgeError
    from judge.library import Check, Loaded, check, load, run
    from judge.model import Case, Limits, Solution
    from judge.owing import Unmet, unmet
    from judge.results import Diagnosis, Result
    from judge.verdicts import Verdict
    from judge.version import __version__


def __getattr__(name: str) -> object:
    """What is named above, loaded when somebody asks for it: a command does without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from judge.errors import require_linux

    require_linux()
    from judge import errors, library, model, owing, results, version

    rooms = (version, library, model, owing, results, errors)
    return next(getattr(room, name) for room in rooms if hasattr(room, name))
