"""`judge mistakes`: explains the formatting mistakes that the judge names."""

from dataclasses import dataclass

from judge.mistakes.table import MISTAKES
from judge.options.declaration import Command, positionals
from judge.options.kinds import one_of
from judge.show.mutants import show_mistakes

_MISTAKE = one_of(tuple(MISTAKES))._replace(metavar="MISTAKE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    mistakes: tuple[str, ...] = positionals(_MISTAKE, "show only these (default: all)")


def mistakes(arguments: Arguments) -> int:
    """Show all mistakes, or some of them."""
    show_mistakes(arguments.mistakes or tuple(MISTAKES))
    return 0


_EXAMPLES = (("judge mistakes trailing-blank-added", "one mistake, with an example"),)
COMMAND = Command(Arguments, mistakes, examples=_EXAMPLES)
