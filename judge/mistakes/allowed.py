"""What may be expected, in the words by which files state it: verdicts, and verdicts with a mistake."""

from functools import partial

from judge.errors import Late, quoted, suggestion, unknown
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
        raise Late(partial(_misfit, words, pattern))
    if isinstance(allowed, Verdict):
        return allowed
    if allowed.mistake not in MISTAKES:
        wanted = f"for {quoted(pattern)} {allowed.verdict.name} with one of"
        raise Late(partial(unknown, wanted, allowed.mistake, MISTAKES))
    if allowed.verdict not in (possible := _verdicts_of(allowed.mistake)):
        either = " or ".join(one.name for one in possible)
        raise ValueError(f"expected for {quoted(pattern)} {either} with {allowed.mistake}, got {words!r}")
    return allowed


def _misfit(words: object, pattern: str) -> str:
    hint = suggestion(words, _names_allowed()) if isinstance(words, str) else ""
    return f"expected for {quoted(pattern)} {_ALLOWED}, got {described(words)}{hint}"


def _names_allowed() -> list[str]:
    """The verdicts, and every mistake with its first verdict."""
    mistaken = [VerdictWithMistake(verdict=_verdicts_of(name)[0], mistake=name) for name in MISTAKES]
    return [allowed.name for allowed in (*Verdict, *mistaken)]


def _verdicts_of(mistake: str) -> tuple[Verdict, ...]:
    """What an output with this mistake can get: PE only if the mistake is of white space alone."""
    blank = blank_equal(*MISTAKES[mistake].example)
    return (Verdict.PE, Verdict.WA) if blank else (Verdict.WA,)
