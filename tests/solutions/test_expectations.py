"""The facts of a solution rewritten to what was seen: as little as possible, and read again as meant."""

from pathlib import Path

import pytest
from helpers import ADDS, make_result, run_here, write_project

from judge.mistakes.diagnosis import diagnose
from judge.model.cells import group_cells
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.platform.writing import replace_line
from judge.solutions.expectations import revise_header
from judge.solutions.loader import load_solutions

AC, PE, WA, TLE, JE = Verdict.AC, Verdict.PE, Verdict.WA, Verdict.TLE, Verdict.JE
NO_SEPARATORS = diagnose(b"1 2\n", b"12\n")


def rewritten(tmp_path: Path, facts: str, seen: dict[str, Verdict], *, all_cases: bool = True) -> str | None:
    """The new first line of a program that states these facts and got these verdicts, without its mark."""
    tmp_path.mkdir(exist_ok=True)
    path = tmp_path / "a.py"
    path.write_text(f"# judge: {facts}\npass\n")
    (solution,) = load_solutions(tmp_path)
    results: list[Result] = [
        make_result(
            solution="a.py",
            case=case,
            verdict=verdict,
            expected=solution.expected(case),
            diagnosis=NO_SEPARATORS if verdict is PE else None,
        )
        for case, verdict in seen.items()
    ]
    revised = revise_header(solution, group_cells(results), all_cases=all_cases)
    if revised is None:
        return None
    replace_line(revised.path, revised.line, revised.old, revised.new)
    (again,) = load_solutions(tmp_path)
    for case, verdict in seen.items():
        if verdict is not JE:
            diagnosis = NO_SEPARATORS if verdict is PE else None
            result = make_result(verdict=verdict, expected=again.expected(case), diagnosis=diagnosis)
            assert result.as_expected
    return path.read_text().split("\n")[0].removeprefix("# judge: ")


@pytest.mark.parametrize(
    ("facts", "seen", "new"),
    [
        pytest.param("{format: text}", {"a/1": AC}, None, id="all is as expected"),
        pytest.param("{format: text}", {"a/1": AC, "a/2": WA}, "{format: text, expect: {a/2: WA}}", id="new"),
        pytest.param(
            "{format: text}", {"a/1": PE}, "{format: text, expect: {a/1: PE no-separators}}", id="named"
        ),
        pytest.param(
            "{format: text, expect: {a/1: TLE}, source: me}",
            {"a/1": WA},
            "{format: text, source: me, expect: {a/1: WA}}",
            id="one of them",
        ),
        pytest.param(
            '{format: text, expect: {"*": TLE}}',
            {"a/1": WA, "b/1": WA},
            '{format: text, expect: {"*": WA}}',
            id="a pattern as a whole",
        ),
        pytest.param(
            '{format: text, expect: {"*": [TLE, WA]}}',
            {"a/1": PE, "b/1": TLE},
            '{format: text, expect: {a/1: PE no-separators, "*": [TLE, WA]}}',
            id="a part of a pattern",
        ),
        pytest.param("{format: text, expect: {a: TLE}}", {"a/1": AC}, "{format: text}", id="right at last"),
        pytest.param("{format: text}", {"a/1": JE}, None, id="the judge's own fault"),
        pytest.param("{}", {"a/1": WA}, "{expect: {a/1: WA}}", id="no fact at all"),
        pytest.param(
            "{expect: {a/1: TLE}, source: me}",
            {"a/1": WA},
            "{source: me, expect: {a/1: WA}}",
            id="the first of several",
        ),
        pytest.param("{expect: {a/1: TLE}}", {"a/1": AC}, "{}", id="the only one, right at last"),
    ],
)
def test_facts_are_rewritten_to_what_was_seen(
    tmp_path: Path, facts: str, seen: dict[str, Verdict], new: str | None
) -> None:
    assert rewritten(tmp_path, facts, seen) == new


def test_of_some_cases_only_their_own_entries_are_rewritten(tmp_path: Path) -> None:
    facts = '{format: text, expect: {"*": TLE}}'
    new = '{format: text, expect: {a/1: WA, "*": TLE}}'
    assert rewritten(tmp_path, facts, {"a/1": WA}, all_cases=False) == new


@pytest.mark.parametrize(
    ("name", "source", "new"),
    [
        pytest.param("a.py", b"pass\n", b"# judge: {expect: {a/1: WA}}\npass\n", id="Python"),
        pytest.param("a.cpp", b"main", b"// judge: {expect: {a/1: WA}}\nmain", id="C++"),
        pytest.param("a.py", b"", b"# judge: {expect: {a/1: WA}}\n", id="empty"),
        pytest.param(
            "a.py",
            b"#!/usr/bin/python3\n# -*- coding: latin-1 -*-\n'\xe9'\n",
            b"#!/usr/bin/python3\n# -*- coding: latin-1 -*-\n# judge: {expect: {a/1: WA}}\n'\xe9'\n",
            id="what must stay first",
        ),
        pytest.param(
            "a.py", b"\xef\xbb\xbfx\n", b"\xef\xbb\xbf# judge: {expect: {a/1: WA}}\nx\n", id="byte order mark"
        ),
        pytest.param("a.ml", b"()\n", b"(* judge: {expect: {a/1: WA}} *)\n()\n", id="OCaml"),
        pytest.param("a.php", b"<?php\n", b"<?php\n// judge: {expect: {a/1: WA}}\n", id="PHP"),
        pytest.param("a.c", b"x\r\n", b"// judge: {expect: {a/1: WA}}\r\nx\r\n", id="returns"),
    ],
)
def test_a_program_without_facts_gets_a_line_of_them(
    tmp_path: Path, name: str, source: bytes, new: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(source)
    (solution,) = load_solutions(tmp_path)
    revised = revise_header(solution, group_cells([make_result(case="a/1", verdict=WA)]), all_cases=True)
    assert revised is not None
    replace_line(revised.path, revised.line, revised.old, revised.new)
    assert path.read_bytes() == new
    (again,) = load_solutions(tmp_path)
    assert again.expected("a/1") == (WA,)


def test_a_file_that_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("# judge: {format: text}\n")
    (solution,) = load_solutions(tmp_path)
    revised = revise_header(solution, group_cells([make_result(verdict=WA)]), all_cases=True)
    assert revised is not None
    path.write_text("# judge: {format: poj}\n")
    with pytest.raises(InputErrors, match="expected the line that was read"):
        replace_line(revised.path, revised.line, revised.old, revised.new)
    assert path.read_text() == "# judge: {format: poj}\n"


def test_the_change_is_shown_and_written_only_with_leave(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS.replace("()))", "())), end=''")})
    path = tmp_path / "solutions" / "adds.py"
    before = path.read_bytes()
    asked = run_here("run", "--update-expectations", cwd=tmp_path)
    assert (asked.returncode, path.read_bytes()) == (2, before)
    assert "expected --yes" in asked.stderr
    assert "- # judge: {format: text}\n+ # judge: {format: text, expect: {sum/small: PE" in asked.stdout
    done = run_here("run", "--update-expectations", "--yes", cwd=tmp_path)
    assert done.returncode == 1
    assert path.read_bytes() == before.replace(
        b"{format: text}", b"{format: text, expect: {sum/small: PE final-newline-missing}}"
    )
    assert run_here("run", cwd=tmp_path).returncode == 0
