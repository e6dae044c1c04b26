"""One problem of a data set: its tests, the rule of comparison, and what is known about it."""

from msgspec import Struct

# The input and the answer of a test.
Pair = tuple[bytes, bytes]

TOKENS = "tokens"
# Equal words, but a number with a point or an exponent in the answer may differ by this bound.
DECIMALS = "decimals 1e-6"
# Rules that differ from these only in that the case of letters does not count.
ANY_CASE = {TOKENS: "kattis", DECIMALS: f"{DECIMALS} case_insensitive"}
# The values that functions return, by the types that are known.
VALUES = ""


class ProgramText(Struct, frozen=True, kw_only=True):
    """The source of a program, and the name of its language."""

    source: bytes
    language: str


class CheckerText(ProgramText, frozen=True, kw_only=True):
    """The source of a checker, and the protocol in which it is called."""

    protocol: str


class Recipe(Struct, frozen=True, kw_only=True):
    """What tests are made of: a generator in C++ and its command lines, a validator, and correct programs."""

    generator: bytes
    commands: tuple[str, ...]
    validator: bytes
    programs: tuple[ProgramText, ...]


class Problem(Struct, frozen=True, kw_only=True):
    """A problem. `unfit` says why it cannot be judged, and is empty if it can.

    With a `function` each input has one argument a line, as JSON, and each answer is JSON. `prelude` is the
    name of imports that samples in Python rely on. The limits are None if the data set states none. With a
    `recipe` the tests have to be made first.
    """

    id: str
    tests: tuple[Pair, ...] = ()
    rule: str = TOKENS
    function: str = ""
    starter_code: str = ""
    prelude: str = ""
    time_s: float | None = None
    memory_bytes: int | None = None
    checker: CheckerText | None = None
    recipe: Recipe | None = None
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    unfit: str = ""
