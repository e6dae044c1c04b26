"""LiveCodeBench: `code_generation` and `code_generation_lite`.

Source: https://github.com/LiveCodeBench/LiveCodeBench, `lcb_runner/benchmarks/code_generation.py`. The hidden
tests are JSON, or packed (`pickled`). Arguments of a function are one a line.
"""

from msgspec import Struct

from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import InputOutput, make_calls, make_pairs
from judge.packages.datasets.pickled import decode_packed
from judge.packages.datasets.problem import DECIMALS, VALUES, Problem
from judge.packages.datasets.records import Record, decode_json
from judge.platform.errors import FormatError

_FUNCTIONAL = "functional"
# https://github.com/LiveCodeBench/LiveCodeBench/blob/main/ERRATA.md, by id or, for LeetCode, by title.
_SEVERAL = [
    *("abc311_c", "abc326_d", "abc327_b", "abc333_e", "abc343_e", "abc362_c", "find-the-peaks"),
    *("find-words-containing-character", "generate-binary-strings-without-adjacent-zeros"),
]
_INTERACTIVE = ["abc337_e", "abc355_e"]
_WRONG = ["abc350_c", "apply-operations-to-make-string-empty", "most-frequent-ids"]
_ERRATA = {
    **dict.fromkeys(_SEVERAL, "several right answers and no checker, says ERRATA.md of LiveCodeBench"),
    **dict.fromkeys(_INTERACTIVE, "interactive, says ERRATA.md of LiveCodeBench"),
    **dict.fromkeys(_WRONG, "wrong tests, says ERRATA.md of LiveCodeBench"),
}


class _Test(InputOutput):
    testtype: str = "stdin"


class _Metadata(Struct):
    func_name: str | None = None


class _Record(Struct):
    question_id: str
    public_test_cases: str | list[_Test] | None
    private_test_cases: str | list[_Test] | None
    metadata: str | _Metadata = ""
    starter_code: str | None = ""
    difficulty: str | None = ""
    question_title: str | None = ""
    question_content: str | None = ""


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    found = record.decode(_Record)
    tests = [*_unpack(found.public_test_cases), *_unpack(found.private_test_cases)]
    kinds = {test.testtype for test in tests}
    if len(kinds) > 1 or kinds - {"stdin", _FUNCTIONAL}:
        raise FormatError(0, f"expected the testtype stdin or functional, got {', '.join(sorted(kinds))}")
    metadata = found.metadata
    if isinstance(metadata, str):
        metadata = decode_json(metadata.encode(), _Metadata) if metadata.strip() else _Metadata()
    is_function = _FUNCTIONAL in kinds
    if is_function and not metadata.func_name:
        raise FormatError(0, "expected func_name in the metadata of a functional problem, got none")
    return fit(
        Problem(
            id=found.question_id,
            tests=make_calls(tests) if is_function else make_pairs(tests),
            rule=VALUES if is_function else DECIMALS,
            function=(metadata.func_name or "") if is_function else "",
            starter_code=found.starter_code or "",
            prelude="livecodebench",
            difficulty=found.difficulty or "",
            unfit=_ERRATA.get(found.question_id) or _ERRATA.get(found.question_title or "", ""),
        ),
        found.question_content or "",
    )


def _unpack(tests: str | list[_Test] | None) -> list[_Test]:
    if not tests or (isinstance(tests, str) and not tests.strip()):
        return []
    if isinstance(tests, list):
        return tests
    if not tests.lstrip().startswith("["):
        tests = decode_packed(tests)
    try:
        return decode_json(tests.encode(), list[_Test])
    except UnicodeEncodeError:
        raise FormatError(0, "expected text in tests, got half of a surrogate pair") from None
