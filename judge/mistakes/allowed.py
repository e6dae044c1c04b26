"""What may be expected, in the words by which files state it: verdicts, and verdicts with a mistake."""

from judge.errors import suggestion, unknown
from judge.mistakes.bytewise import blank_equal
from judge.mistakes.table import MISTAKES
from judge.verdicts import Allowed, Expectation, Verdict, VerdictWithMistake, allowed_by_name
from judge.yamltree import described

_ALLOWED = (
    f"one of {', '.join(verdict.name for verdict in Verdict)}, one with the name of a mistake"
    " (see `judge mistakes`), or a list of these"
)


def expectation_of(pattern: str, value: object, line: int) -> Expectation:
    """That those which match the pattern get what `value` says, a verdict or a list of some.

    Raises ValueError with the message where it says none.
    """
    words = value if isinstance(value, list) and value else [value]
    return Expectation(pattern=pattern, verdicts=tuple(_allowed(one, pattern) for one in words), line=line)


def _allowed(words: object, pattern: str) -> Allowed:
    """A verdict, or one with a mistake that it can have. Raises ValueError with the message for others."""
    try:
        allowed = allowed_by_name(words) if isinstance(words, str) else None
    except KeyError:
        allowed = None
    if allowed is None:
        hint = suggestion(words, _names_allowed()) if isinstance(words, str) else ""
        raise ValueError(f"expected for {pattern!r} {_ALLOWED}, got {described(words)}{hint}")
    if isinstance(allowed, Verdict):
        return allowed
    if allowed.mistake not in MISTAKES:
        wanted = f"for {pattern!r} {allowed.verdict.name} with one of"
        raise ValueError(unknown(wanted, allowed.mistake, MISTAKES))
    if allowed.verdict not in (possible := _verdicts_of(allowed.mistake)):
        either = " or ".join(one.name for one in possible)
        raise ValueError(f"expected for {pattern!r} {either} with {allowed.mistake}, got {words!r}")
    return allowed


def _names_allowed() -> list[str]:
    """The verdicts, and every mistake with its first verdict."""
    mistaken = [VerdictWithMistake(verdict=_verdicts_of(name)[0], mistake=name) for name in MISTAKES]
    return [allowed.name for allowed in (*Verdict, *mistaken)]


def _verdicts_of(mistake: str) -> tuple[Verdict, ...]:
    """What an output with this mistake can get: PE only if the mistake is of white space alone."""
    blank = blank_equal(*MISTAKES[mistake].example)
    return (Verdict.PE, Verdict.WA) if blank else (Verdict.WA,)
