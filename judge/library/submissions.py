"""What is judged in memory: a source, its tests, and the rules for them."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from msgspec import UNSET, Struct

FIRST_FAILURE = "first failure"


class Test(Struct, frozen=True):
    """An input and the answer to it.

    Text becomes UTF-8. Without an answer nothing is compared: the program only has to end well. A
    report's feedback shows nothing of a test unless `hidden` is False.

    For a function the input is one JSON value a line, and the answer one JSON value. If the input is a list,
    it is the list of arguments, and the answer is a value, too: None is the value null.
    """

    __test__ = False  # pytest

    input: str | bytes | Sequence[Any]
    answer: Any = UNSET
    hidden: bool = True


class Submission(Struct, frozen=True):
    """A source with its tests and rules; docs/library.md describes the fields.

    `key` is yours: it comes back in the report. Limits are for one test: `time_s` of CPU time, times
    `time_factor`, and bytes. The program gets the `arguments`. `compare` is a rule, by default `tokens`, or
    `value` for functions. A `checker` is the source of a program that decides instead. A function is named by
    its signature as `entry`, by `fn_name` alone, or by the site's `starter_code`. `prelude` is the name of
    imports to put before the source. With `stop`, the tests after the first failure are skipped.
    """

    source: str | bytes
    tests: Sequence[Test]
    language: str = "python"
    key: Any = None
    time_s: float = 2.0
    time_factor: float = 1.0
    memory_bytes: int = 256 << 20
    output_bytes: int = 16 << 20
    arguments: Sequence[str] = ()
    compare: str = ""
    checker: str | bytes = ""
    checker_language: str = "cpp"
    checker_arguments: Sequence[str] = ()
    protocol: str = ""
    entry: str = ""
    fn_name: str = ""
    starter_code: str = ""
    prelude: str = ""
    stop: Literal["", "first failure"] = ""


class Fields(TypedDict, total=False):
    """The fields of a submission besides its source."""

    tests: Sequence[Test]
    language: str
    key: Any
    time_s: float
    time_factor: float
    memory_bytes: int
    output_bytes: int
    arguments: Sequence[str]
    compare: str
    checker: str | bytes
    checker_language: str
    checker_arguments: Sequence[str]
    protocol: str
    entry: str
    fn_name: str
    starter_code: str
    prelude: str
    stop: Literal["", "first failure"]
