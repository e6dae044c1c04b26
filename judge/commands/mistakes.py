"""`judge mistakes`: every mistake that has a name."""

from judge import show as console
from judge.commands.declared import Command
from judge.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    pass


def mistakes(arguments: Arguments) -> int:
    """Show every mistake that has a name."""
    console.show_mistakes()
    return 0


COMMAND = Command(Arguments, mistakes)
