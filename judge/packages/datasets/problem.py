"""One problem of a data set: its tests, the rule of comparison, and what is known about it."""

from msgspec import Struct

# The input and the answer of a test.
Pair = tuple[bytes, bytes]

TOKENS = "tokens"
# Equal words, but a number with a point or an exponent in the answer may differ by this bound.
DECIMALS = "decimals 1e-6"
# Equal words without regard to case.
ANY_CASE = "kattis"
# The values that functions return.
VALUE = "value"


class CheckerText(Struct, frozen=True, kw_only=True):
    """The source of a checker, the name of its language, and the protocol in which it is called."""

    source: bytes
    language: str
    protocol: str


class Problem(Struct, frozen=True, kw_only=True):
    """A problem. `unfit` says why it cannot be judged, and is empty if it can.

    With a `function` each input has one argument a line, as JSON, and each answer is JSON. `prelude` is the
    name of imports that samples in Python rely on. The limits are None if the data set states none.
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
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    unfit: str = ""
