"""Data sets of Open R1: verifiable coding problems, and Codeforces.

Sources: https://huggingface.co/datasets/open-r1/verifiable-coding-problems-python, whose tests are in
`verification_info`; https://huggingface.co/datasets/open-r1/codeforces, whose checkers are Python programs
that get the input, the answer and the output, and print a number from 0 to 1.
"""

from msgspec import Struct, field

from judge.packages.datasets.code_contests import reject_files
from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import InputOutput, encode, make_calls, make_pairs
from judge.packages.datasets.problem import DECIMALS, TOKENS, VALUES, CheckerText, Problem
from judge.packages.datasets.records import Record, decode_json
from judge.platform.errors import FormatError


class _Test(InputOutput):
    type: str | None = "stdin_stdout"
    fn_name: str | None = None


class _Verification(Struct):
    test_cases: list[_Test]


class _Record(Struct):
    verification_info: str | _Verification | None = None
    problem_id: str | int | None = None
    problem: str | None = ""
    id: str | int | None = None
    official_tests: list[InputOutput] | None = None
    generated_checker: str | None = None
    executable: bool | None = True
    input_mode: str | None = "stdio"
    interaction_format: str | None = None
    time_limit: float | None = None
    memory_limit: float | None = None
    output_format: str | None = ""
    rating: float | None = None
    tags: list[str] | None = field(default_factory=list)


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    found = record.decode(_Record)
    named = found.problem_id if found.id is None else found.id
    id = str(index if named is None else named)
    if found.verification_info is not None:
        return _read_verifiable(id, found.verification_info, found.problem or "")
    if found.official_tests is None:
        raise FormatError(0, "expected verification_info or official_tests, got neither")
    return _read_codeforces(id, found, found.official_tests)


def _read_verifiable(id: str, info: str | _Verification, statement: str) -> Problem:
    if isinstance(info, str):
        info = decode_json(info.encode(), _Verification)
    names = {test.fn_name or "" for test in info.test_cases}
    if len(names) > 1:
        raise FormatError(0, f"expected one fn_name for all tests, got {len(names)}")
    function = "".join(names)
    return fit(
        Problem(
            id=id,
            tests=make_calls(info.test_cases) if function else make_pairs(info.test_cases),
            rule=VALUES if function else DECIMALS,
            function=function,
        ),
        statement,
    )


def _read_codeforces(id: str, found: _Record, tests: list[InputOutput]) -> Problem:
    checker = found.generated_checker
    unfit = reject_files("input.txt" if found.input_mode == "file" else "")
    if found.interaction_format:
        unfit = "interactive"
    elif found.executable is False:
        unfit = "its authors mark it as not executable"
    return fit(
        Problem(
            id=id,
            tests=make_pairs(tests),
            rule=TOKENS,
            time_s=found.time_limit or None,
            memory_bytes=round(found.memory_limit * (1 << 20)) if found.memory_limit else None,
            checker=CheckerText(source=encode(checker), language="python", protocol="cms")
            if checker
            else None,
            difficulty=str(int(found.rating)) if found.rating else "",
            tags=tuple(found.tags or ()),
            unfit=unfit,
        ),
        found.output_format or "",
    )
