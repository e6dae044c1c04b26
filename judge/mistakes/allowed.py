"""Expected verdicts and mistakes, in the form in which files state them."""

from functools import partial

from judge.mistakes.bytewise import blank_equal
from judge.mistakes.table import MISTAKES
from judge.model.verdicts import Allowed, Expectation, Verdict, VerdictWithMistake, allowed_by_name
from judge.platform.errors import Late, quoted, suggestion, unknown
from judge.yaml.tree import described

_ALLOWED = (
    f"one of {', '.join(verdict.name for verdict in Verdict)}, one with the name of a mistake"
    " (see `judge mistakes`), or a list of these"
)


def parse_expectation(pattern: str, value: object, line: int) -> Expectation:
    """Return what the solutions or cases that match the pattern should get. `value` is a verdict or a list.

    Raises ValueError with the message.
    """
    words = value if isinstance(value, list) and value else [value]
    verdicts = tuple(_parse_allowed(one, pattern) for one in words)
    return Expectation(pattern=pattern, verdicts=verdicts, line=line)


def _parse_allowed(words: object, pattern: str) -> Allowed:
    """Return a verdict, or one with a mistake that it can have. Raises ValueError with the message."""
    try:
        allowed = allowed_by_name(words) if isinstance(words, str) else None
    except KeyError:
        allowed = None
    if allowed is None:
        raise Late(partial(_describe_misfit, words, pattern))
    if isinstance(allowed, Verdict):
        return allowed
    if allowed.mistake not in MISTAKES:
        wanted = f"for {quoted(pattern)} {allowed.verdict.name} with one of"
        raise Late(partial(unknown, wanted, allowed.mistake, MISTAKES))
    if allowed.verdict not in (possible := _verdicts_of(allowed.mistake)):
        either = " or ".join(one.name for one in possible)
        raise ValueError(f"expected for {quoted(pattern)} {either} with {allowed.mistake}, got {words!r}")
    return allowed


def _describe_misfit(words: object, pattern: str) -> str:
    hint = ""
    if isinstance(words, str):
        mistaken = [VerdictWithMistake(verdict=_verdicts_of(name)[0], mistake=name) for name in MISTAKES]
        hint = suggestion(words, [allowed.name for allowed in (*Verdict, *mistaken)])
    return f"expected for {quoted(pattern)} {_ALLOWED}, got {described(words)}{hint}"


def _verdicts_of(mistake: str) -> tuple[Verdict, ...]:
    """The verdicts that an output with this mistake can get: PE only if it is a mistake in white space."""
    blank = blank_equal(*MISTAKES[mistake].example)
    return (Verdict.PE, Verdict.WA) if blank else (Verdict.WA,)
