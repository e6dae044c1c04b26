"""The interactor of a problem: its places, the keys that go with it, and every fault with its place."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import write_project

from judge.cases.loader import read_cases
from judge.cases.search import Bounds
from judge.model.cases import Case
from judge.platform.errors import InputErrors

HEAD = 'problem: talk\ntime: 1s\nmemory: 256MiB\ntests: "*.in"\n'
FOLDER = {"talk/1.in": "1\n", "talk/1.out": "2\n"}
TALKS = "import sys\nsys.exit(42)\n"
TESTLIB = '#include "testlib.h"\nint main(int n, char **words) { registerInteraction(n, words); }\n'
HEADERS = {"talk/testlib.h": ""}


def case_of(root: Path, files: Mapping[str, str]) -> Case:
    write_project(root, solutions={}, cases={**FOLDER, **files})
    (case,), faulty = read_cases(root / "cases", bounds=Bounds(within=(root,)))
    assert not faulty
    return case


def faults(root: Path, files: Mapping[str, str]) -> list[str]:
    write_project(root, solutions={}, cases={**FOLDER, **files})
    try:
        _, faulty = read_cases(root / "cases", bounds=Bounds(within=(root,)))
    except InputErrors as error:
        return str(error).replace(f"{root}/cases/", "").splitlines()
    return [str(fault).replace(f"{root}/cases/", "") for problem in faulty for fault in problem.faults]


@pytest.mark.parametrize(
    ("files", "path", "protocol"),
    [
        pytest.param(
            {"talk.yaml": f"{HEAD}interactor: judge.py\nprotocol: kattis\n", "judge.py": TALKS},
            "judge.py",
            "kattis",
            id="next to the case file",
        ),
        pytest.param(
            {"talk.yaml": f"{HEAD}interactor: output_validator\n", "talk/output_validator/v.py": TALKS},
            "talk/output_validator/v.py",
            "kattis",
            id="where a package has it",
        ),
        pytest.param(
            {"talk.yaml": HEAD, "talk/interactor.cpp": TESTLIB, **HEADERS},
            "talk/interactor.cpp",
            "testlib",
            id="by its name, of testlib",
        ),
        pytest.param(
            {"talk.yaml": f"{HEAD}protocol: cms\n", "talk/manager.py": TALKS},
            "talk/manager.py",
            "cms",
            id="a manager by its name",
        ),
        pytest.param(
            {"talk/manager.py": TALKS}, "talk/manager.py", "cms", id="a manager without a case file"
        ),
        pytest.param(
            {"talk/interactor.cpp": TESTLIB, **HEADERS},
            "talk/interactor.cpp",
            "testlib",
            id="in a folder without a case file",
        ),
    ],
)
def test_an_interactor_is_found_and_its_protocol_told(
    tmp_path: Path, files: Mapping[str, str], path: str, protocol: str
) -> None:
    interactor = case_of(tmp_path, files).interactor
    assert interactor
    assert interactor.program.path == tmp_path / "cases" / path
    assert interactor.protocol == protocol


def test_a_checker_beside_an_interactor_of_testlib_judges_its_log_and_has_the_flags(tmp_path: Path) -> None:
    head = f"{HEAD}checker_flags: 1e-6 strict\n"
    files = {"talk.yaml": head, "talk/interactor.cpp": TESTLIB, "talk/check.cpp": TESTLIB, **HEADERS}
    case = case_of(tmp_path, files)
    assert case.checker
    assert case.interactor
    assert (case.checker.arguments, case.interactor.arguments) == (("1e-6", "strict"), ())
    assert {stored.path.name for stored in case.files} >= {"check.cpp", "interactor.cpp", "testlib.h"}


def test_flags_are_for_the_interactor_where_it_decides_alone(tmp_path: Path) -> None:
    head = f"{HEAD}interactor: judge.py\nprotocol: kattis\nchecker_flags: most 10\npasses: 2\n"
    case = case_of(tmp_path, {"talk.yaml": head, "judge.py": TALKS})
    assert case.interactor
    assert case.interactor.arguments == ("most", "10")
    assert case.passes == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        pytest.param(
            "interactor: judge.py\nprotocol: spoken\n",
            "talk.yaml:6: expected one of the protocols testlib, kattis, icpc, cms, dmoj, got 'spoken'",
            id="a protocol that is unknown",
        ),
        pytest.param(
            "interactor: judge.py\n",
            "talk.yaml:5: expected its protocol, got none: write `protocol: kattis` (or testlib, icpc, cms,"
            " dmoj) into talk.yaml",
            id="no protocol",
        ),
        pytest.param(
            "interactor: other.py\nprotocol: kattis\n",
            "talk.yaml:5: expected an interactor next to talk.yaml or in talk/, got none by the name"
            " 'other.py'",
            id="no such file",
        ),
        pytest.param(
            "interactor: judge.py\nprotocol: kattis\nchecker: judge.py\n",
            "talk.yaml:7: expected no checker with an interactor of the protocol kattis, which decides"
            " alone, got both",
            id="a checker too many",
        ),
        pytest.param(
            "interactor: judge.py\nprotocol: kattis\ncompare: tokens\n",
            "talk.yaml:5: expected an interactor without `compare: tokens`, got both",
            id="a rule too many",
        ),
        pytest.param(
            "interactor: judge.py\nprotocol: kattis\ninput: a.in\n",
            "talk.yaml:5: expected an interactor without `input: a.in`, got both",
            id="a file by name",
        ),
        pytest.param(
            "interactor: judge.py\nprotocol: cms\npasses: 2\n",
            "talk.yaml:7: expected a program of a protocol that asks for another pass"
            " (testlib, kattis, icpc), got one of cms",
            id="passes of a manager",
        ),
        pytest.param(
            "passes: 2\n",
            "talk.yaml:5: expected a checker or an interactor with it, got none",
            id="passes of nothing",
        ),
        pytest.param(
            "interactor: judge.py\nprotocol: kattis\npasses: 0\n",
            "talk.yaml:7: expected a number of passes from 1 to 1000, got the number 0",
            id="no pass",
        ),
    ],
)
def test_what_is_wrong_with_an_interactor_is_told_in_one_line(
    tmp_path: Path, lines: str, message: str
) -> None:
    assert faults(tmp_path, {"talk.yaml": HEAD + lines, "judge.py": TALKS}) == [message]
