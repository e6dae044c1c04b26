"""The checker of a problem: where it is found, what is guessed of it, and every fault with its place."""

import os
import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import A_PLUS_B, run_here, table_rows, write_project
from msgspec.structs import replace

from judge.cases.ignored import find_ignored_files
from judge.cases.loader import load_cases, read_cases
from judge.cases.search import Bounds
from judge.model.cases import Case
from judge.model.programs import CheckerProgram
from judge.platform.errors import InputErrors, listed
from judge.running.languages import LANGUAGES

HEAD = "problem: sum\nformat: text\ntime: 10s\nmemory: 256MiB\n"
FOLDER = {"sum/1.in": "1\n", "sum/1.out": "2\n"}
TESTS = HEAD + 'tests: "*.in"\n'
TESTLIB = '#include "testlib.h"\nint main() {}\n'
ACCEPTS = "import sys\nsys.exit(42)\n"


def loaded(root: Path, files: Mapping[str, str], testlib: Path | None = None) -> tuple[Case, ...]:
    write_project(root, solutions={}, cases=files)
    cases, faulty = read_cases(root / "cases", bounds=Bounds(within=(root,), testlib=testlib))
    if faulty:
        raise InputErrors(tuple(fault for problem in faulty for fault in problem.faults))
    return cases


def checker_of(root: Path, files: Mapping[str, str], testlib: Path | None = None) -> CheckerProgram | None:
    (checker,) = {case.checker for case in loaded(root, files, testlib)}
    return checker


def faults(root: Path, files: Mapping[str, str]) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        loaded(root, files)
    return str(caught.value).replace(f"{root}/cases/", "").splitlines()


@pytest.mark.parametrize(
    ("files", "path", "protocol"),
    [
        pytest.param(
            {"sum.yaml": TESTS + "checker: check.py\nprotocol: cms\n", "check.py": "", **FOLDER},
            "check.py",
            "cms",
            id="next to the case file",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "checker: judge/c.py\nprotocol: cms\n", "sum/judge/c.py": "", **FOLDER},
            "sum/judge/c.py",
            "cms",
            id="in the folder of the problem",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "checker: v\nprotocol: kattis\n", "sum/v/w/c.py": "", **FOLDER},
            "sum/v/w/c.py",
            "kattis",
            id="the only source below a folder",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "protocol: testlib\n", "sum/checker.py": "", **FOLDER},
            "sum/checker.py",
            "testlib",
            id="by its name, where the case file says the rest",
        ),
        pytest.param(
            {"sum/output_validators/v.py": ACCEPTS, **FOLDER},
            "sum/output_validators/v.py",
            "kattis",
            id="in a folder of validators, without a case file",
        ),
        pytest.param(
            {"sum/output_validator/a/v.cc": "", "sum/output_validator/a/v.h": "", **FOLDER},
            "sum/output_validator/a/v.cc",
            "kattis",
            id="in a folder below that",
        ),
        pytest.param(
            {"sum/check.cpp": TESTLIB, "sum/testlib.h": "", **FOLDER},
            "sum/check.cpp",
            "testlib",
            id="that includes testlib.h",
        ),
        pytest.param(
            {"sum.yaml": A_PLUS_B + "checker: c.py\nprotocol: cms\n", "c.py": ""},
            "c.py",
            "cms",
            id="of cases that are written out",
        ),
    ],
)
def test_a_checker_is_found_and_its_protocol_known(
    files: dict[str, str], path: str, protocol: str, tmp_path: Path
) -> None:
    checker = checker_of(tmp_path, files)
    assert checker
    assert (checker.program.path, checker.protocol) == (tmp_path / "cases" / path, protocol)
    assert not [
        fault for fault in find_ignored_files(tmp_path / "cases", loaded(tmp_path, {})) if path in str(fault)
    ]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"sum.yaml": TESTS + "compare: tokens\n", "sum/check.py": ""}, id="a profile is stated"),
        pytest.param({"sum.yaml": TESTS, "check.py": ""}, id="next to the case file, not named"),
        pytest.param({"sum/1.py": "", "sum/checked.py": ""}, id="it has another name"),
    ],
)
def test_no_checker_is_taken_where_none_is_meant(files: dict[str, str], tmp_path: Path) -> None:
    assert checker_of(tmp_path, {**FOLDER, **files}) is None


def test_headers_beside_a_checker_belong_to_it(tmp_path: Path) -> None:
    files = {"sum/output_validators/v/v.cpp": "", "sum/output_validators/v/v.h": "1", **FOLDER}
    before = checker_of(tmp_path, files)
    assert before
    assert [name for name, _ in before.program.beside] == ["v.h"]
    after = checker_of(tmp_path, {**files, "sum/output_validators/v/v.h": "2"})
    assert after
    assert after.program.digest != before.program.digest
    (case,) = load_cases(tmp_path / "cases")
    assert {file.path.name for file in case.files} == {"1.in", "1.out", "v.cpp", "v.h"}


def test_headers_belong_to_no_checker_whose_language_has_none(tmp_path: Path) -> None:
    stated = {"sum.yaml": TESTS + "protocol: testlib\n", "sum/check.py": "import sys\n", **FOLDER}
    checker = checker_of(tmp_path, {**stated, "sum/testlib.h": "/* It's C++. */\n"})
    assert checker
    assert checker.program.beside == ()


def test_words_for_the_checker_are_stated(tmp_path: Path) -> None:
    stated = "checker: c.py\nprotocol: kattis\nchecker_flags: case_sensitive float_tolerance 1e-6\n"
    checker = checker_of(tmp_path, {"sum.yaml": TESTS + stated, "c.py": "", **FOLDER})
    assert checker
    assert checker.arguments == ("case_sensitive", "float_tolerance", "1e-6")


def test_testlib_is_found_where_the_user_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("project", "include", "fact"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "testlib.h").write_text(f"// {place}\n")
    monkeypatch.setenv("CPATH", f"/nonexistent:{tmp_path}/include")
    files = {"sum/check.cpp": TESTLIB, **FOLDER}
    fact = TESTS + "testlib: ../fact/testlib.h\n"

    def place(files: dict[str, str], testlib: Path | None = None) -> Path:
        checker = checker_of(tmp_path, files, testlib)
        assert checker
        ((name, stored),) = checker.program.beside
        assert name == "testlib.h"
        return stored.path

    project = tmp_path / "project" / "testlib.h"
    assert place(files) == tmp_path / "include" / "testlib.h"
    assert place(files, project) == project
    assert place({**files, "sum.yaml": fact}, project).resolve() == tmp_path / "fact" / "testlib.h"
    assert place({**files, "sum/testlib.h": ""}, project) == tmp_path / "cases" / "sum" / "testlib.h"


def test_the_project_says_where_testlib_is(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"a.py": ""}, cases={"sum/check.cpp": TESTLIB, **FOLDER})
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\ntestlib = "gone/testlib.h"\n')
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 2
    assert "cases/sum/check.cpp: expected the file testlib.h, got none at gone/testlib.h" in done.stderr


NAMED = TESTS + "checker: c.py\n"
LANGUAGES_KNOWN = listed(LANGUAGES)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"sum.yaml": NAMED},
            "sum.yaml:6: expected a checker next to sum.yaml or in sum/, got none by the name 'c.py'",
            id="not there",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "checker: c.txt\n", "c.txt": ""},
            f"sum.yaml:6: expected a checker in one of {LANGUAGES_KNOWN}, got 'c.txt'",
            id="in no language",
        ),
        pytest.param(
            {"sum.yaml": NAMED + "protocol: polygon\n", "c.py": ""},
            "sum.yaml:7: expected one of the protocols testlib, kattis, icpc, cms, got 'polygon'",
            id="a protocol that is unknown",
        ),
        pytest.param(
            {"sum.yaml": NAMED + 'protocol: cms\nchecker_flags: "a\\0b"\n', "c.py": ""},
            "sum.yaml:8: expected words without NUL, got one with it",
            id="a NUL among the words",
        ),
        pytest.param(
            {"sum.yaml": NAMED, "c.py": ""},
            "sum.yaml:6: expected its protocol, got none: write `protocol: kattis` (or testlib, icpc, cms)"
            " into sum.yaml",
            id="no protocol and none to guess",
        ),
        pytest.param(
            {"sum/check.py": ""},
            "sum/check.py: expected its protocol, got none: write `protocol: kattis` (or testlib, icpc, cms)"
            " into sum.yaml, or use --protocol for a folder of tests",
            id="no protocol and no case file",
        ),
        pytest.param(
            {"sum.yaml": NAMED + "compare: tokens\n", "c.py": ""},
            "sum.yaml:6: expected a checker without `compare: tokens`, got both",
            id="a profile as well",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "protocol: cms\n"},
            "sum.yaml:6: expected a checker or an interactor with it, got none",
            id="a protocol of nothing",
        ),
        pytest.param(
            {"sum/check.py": "", "sum/checker.cpp": ""},
            "sum: expected one checker, got check.py, checker.cpp",
            id="two",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "checker: v\n", "sum/v/a.py": "", "sum/v/b.py": ""},
            f"sum.yaml:6: expected one program ({LANGUAGES_KNOWN}) in it, got a.py, b.py",
            id="two in a folder",
        ),
        pytest.param(
            {"sum/output_validators/readme": ""},
            f"sum/output_validators: expected one program ({LANGUAGES_KNOWN}) in it, got none",
            id="none in a folder",
        ),
        pytest.param(
            {"sum/check.cpp": TESTLIB},
            "sum/check.cpp: expected testlib.h, which the program includes, next to it or on the include"
            " path, got none: put it there, from https://github.com/MikeMirzayanov/testlib, or name it by"
            ' `testlib: PATH` in the case file, or by `testlib = "PATH"` in [tool.judge]',
            id="without testlib.h",
        ),
        pytest.param(
            {"sum.yaml": TESTS + "testlib: gone.h\n", "sum/check.cpp": TESTLIB},
            "sum.yaml:6: expected the file testlib.h, got none at gone.h",
            id="without the testlib.h that is named",
        ),
    ],
)
def test_what_is_wrong_with_a_checker_is_told_in_one_line(
    files: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CPATH", raising=False)
    assert faults(tmp_path, {**FOLDER, **files}) == [expected]


def test_a_checker_beside_any_answer_is_a_fault(tmp_path: Path) -> None:
    grids = "problem: p\nformat: luogu\ntime: 1s\nmemory: 64MiB\nanswer: any\nchecker: c.py\npuzzles: a.txt\n"
    cells = "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n"
    files = {"p.yaml": grids, "a.txt": cells, "c.py": ""}
    assert faults(tmp_path, files) == ["p.yaml:6: expected a checker without `answer: any`, got both"]


@pytest.mark.parametrize("is_link", [False, True])
def test_a_checker_lies_in_the_project(is_link: bool, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("")
    root = tmp_path / "project"
    (root / "cases").mkdir(parents=True)
    name = "../../outside.py"
    if is_link:
        name = "check.py"
        (root / "cases" / name).symlink_to("../../outside.py")
    stated = f"checker: {name}\nprotocol: cms\n"
    (fault,) = faults(root, {"sum.yaml": TESTS + stated, **FOLDER})
    assert fault == f"sum.yaml:6: expected a checker in {root}, got one at {tmp_path}/outside.py"


@pytest.mark.parametrize("stated", ["", "testlib: ../../secret\n"])
def test_what_a_checker_includes_lies_in_the_project_but_for_testlib(stated: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    (tmp_path / "testlib.h").write_text("")
    folder = tmp_path / "project" / "cases" / "sum"
    folder.mkdir(parents=True)
    (folder / "own.h").symlink_to("own.hpp")
    (folder / "own.hpp").write_text("")
    files = {"sum.yaml": TESTS + "checker: check.cpp\n" + stated, "sum/check.cpp": TESTLIB, **FOLDER}
    if not stated:
        (folder / "testlib.h").symlink_to("../../../testlib.h")
        (folder / "leak.h").symlink_to("../../../secret")
    (fault,) = faults(tmp_path / "project", files)
    assert fault == f"sum.yaml:6: expected a header in {tmp_path}/project, got one at {tmp_path}/secret"


def test_a_checker_that_is_no_file_is_never_waited_for(tmp_path: Path) -> None:
    (tmp_path / "cases" / "sum").mkdir(parents=True)
    os.mkfifo(tmp_path / "cases" / "sum" / "check.py")
    (fault,) = faults(tmp_path, {"sum.yaml": TESTS + "protocol: cms\n", **FOLDER})
    assert fault == "sum/check.py: expected a checker that can be read, got 'check.py': no regular file"


def test_a_profile_of_the_command_line_decides_instead(tmp_path: Path) -> None:
    files = {"sum.yaml": TESTS + "checker: c.py\nprotocol: testlib\n", "c.py": "", **FOLDER}
    program = "# judge: {format: text}\nprint(3)\n"
    write_project(tmp_path, solutions={"a.py": program}, cases=files)
    assert run_here("run", cwd=tmp_path).returncode == 0
    done = run_here("run", "--compare", "tokens", cwd=tmp_path)
    assert (done.returncode, table_rows(done.stdout), done.stderr) == (1, ["a.py: 1 WA"], "")


def test_a_case_with_a_checker_pickles_and_differs_by_it(tmp_path: Path) -> None:
    files = {"sum.yaml": TESTS + "checker: c.py\nprotocol: testlib\n", "c.py": "", **FOLDER}
    (case,) = loaded(tmp_path, files)
    assert pickle.loads(pickle.dumps(case)) == case != replace(case, checker=None)


@pytest.mark.parametrize(
    "place", ["solutions/x", "cases/x", "cases/sum/x", "cases/sum/output_validators", "cases/sum/check.d/x"]
)
def test_a_link_to_what_no_system_can_name_is_passed_over(tmp_path: Path, place: str) -> None:
    files = {"sum/1.in": "1 2\n", "sum/1.out": "3\n"}
    write_project(tmp_path, solutions={"a.py": "print(3)\n"}, cases=files)
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).symlink_to("x" * 300)
    for command in ("run", "list", "check"):
        done = run_here(command, cwd=tmp_path)
        assert done.returncode == 0, done


def test_a_checker_by_a_name_that_is_too_long_is_a_fault(tmp_path: Path) -> None:
    name = "x" * 300
    (fault,) = faults(tmp_path, {"sum.yaml": f"{TESTS}checker: {name}\nprotocol: cms\n", **FOLDER})
    assert fault.startswith(
        "sum.yaml:6: expected a checker next to sum.yaml or in sum/, got none by the name"
    )


WHOLE = {
    "sum/output_validators/v/a.cpp": "int helper();\nint main() { return 42 + helper(); }\n",
    "sum/output_validators/v/b.cpp": "int helper() { return 0; }\n",
    "sum/output_validators/v/b.h": "",
}


@pytest.mark.parametrize(
    ("files", "entry", "beside"),
    [
        pytest.param(WHOLE, "a.cpp", ["b.cpp", "b.h"], id="the one with a main"),
        pytest.param(
            {"sum/output_validators/v/main.py": "import a\n", "sum/output_validators/v/a.py": ""},
            "main.py",
            ["a.py"],
            id="the one called main",
        ),
        pytest.param(
            {"sum/output_validator/v.py": "import a\n", "sum/output_validator/a.py": "n = 1\n"},
            "v.py",
            ["a.py"],
            id="the one that no other names",
        ),
    ],
)
def test_a_checker_of_several_files_is_all_that_lies_in_its_folder(
    files: dict[str, str], entry: str, beside: list[str], tmp_path: Path
) -> None:
    checker = checker_of(tmp_path, {**files, **FOLDER})
    assert checker
    assert checker.program.path.name == entry
    assert [name for name, _ in checker.program.beside] == beside


def test_where_several_files_begin_no_checker_is_guessed(tmp_path: Path) -> None:
    files = {f"sum/output_validators/v/{name}.py": "" for name in "ab"}
    with pytest.raises(InputErrors, match=r"output_validators/v: expected one program .*, got a.py, b.py"):
        checker_of(tmp_path, {**files, **FOLDER})
