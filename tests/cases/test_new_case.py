"""A case more in a case file: it is read again to the byte, and every other byte is as it was."""

import json
from pathlib import Path

import pytest
from filled import FULL_CASE
from helpers import A_PLUS_B, CLUES, SOLVED, full_disk, grid_case, make_case, make_limits
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace
from variants import variants

from judge.cases.loader import load_cases
from judge.cases.new_case import Rewriting, _is_same, add_case, open_case_file
from judge.cases.search import Bounds
from judge.model.cases import Case
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.platform.files import whole
from judge.platform.writing import WholeFile
from judge.subjects.sudoku.formats import GRID_FORMATS

LIMITS = Limits(cpu_s=10.0, memory_bytes=256 << 20, output_bytes=16 << 20)
TIE = make_case(id="sum/tie", limits=LIMITS)
# Layouts of files; the new case is written at the mark.
HEAD = "format: text\ntime: 10s\n"
LAYOUTS = {
    "at the end": A_PLUS_B + "@",
    "keys after it": HEAD + "cases:\n  - id: a\n    input: x\n    output: y\n@problem: P\nmemory: 256MiB\n",
    "a comment after it": HEAD
    + "cases:\n- id: a\n  input: x\n  output: y # why\n@# of the next\nmemory: 256MiB\n",
    "far from its dash": HEAD + "cases:\n    -     id: a\n          input: x\n          output: y\n@",
    "a dash on its own": HEAD + "cases:\n  -\n    id: a\n    input: x\n    output: y\n@",
    "a column from its dash": HEAD + "cases:\n-\n id: a\n input: x\n output: y\n@",
    "newlines kept": HEAD + "cases:\n  - id: a\n    input: x\n    output: |+\n      y\n\n\n@memory: 256MiB\n",
    "newlines cut": HEAD
    + "cases:\n  - id: a\n    input: x\n    output: |-\n      y\n\n   \n@memory: 256MiB\n",
    "in braces": HEAD + "cases:\n  - {id: a, input: x, output: y} # one\n@",
    "several lines in quotes": HEAD + "cases:\n  - id: a\n    input: x\n    output: 'y\n\n      z'\n@",
    "expectations last": HEAD
    + "cases:\n  - id: a\n    input: x\n    output: y\n    expect:\n      a.py: [AC,\n        WA]\n@",
    "no last newline": HEAD + "cases:\n  - id: a\n    input: x\n    output: y\n@",
    "a mark before all": "\ufeff" + HEAD + "cases:\n  - id: a\n    input: \U0001d11eä\n    output: y\n@",
    "among others of its name": "problem: 'cases:'\n"
    + HEAD
    + "cases:\n  - id: cases\n    input: 'cases:'\n    output: y\n@",
}
LAYOUTS["returns"] = LAYOUTS["keys after it"].replace("\n", "\r\n")
LAYOUTS["returns, newlines kept"] = LAYOUTS["newlines kept"].replace("\n", "\r\n")
NASTY = (
    st.text(
        st.sampled_from(
            "a1 \t\n\r#:-'\"\\|>{}[]%&*!@`,?\0\x1b\x7f\x85\xa0\u2028\u2029\u202e\ufeff\U0001d11eé"
        )
    )
    | st.text()
)


def added(path: Path, case: Case, *, source: str = "me", **expect: list[str]) -> Rewriting:
    case_file = open_case_file(path, case.id, Bounds(within=(path.parent,)))
    return add_case(case_file, case, source=source, expect=expect)


def reread(path: Path, case: Case, *, at: int | None = None) -> Case:
    """Add a case to the file and read it back. The other cases must be unchanged."""
    before, old = path.read_bytes(), load_cases(path.parent)
    rewriting = added(path, case)
    rewriting.write()
    text = path.read_bytes()
    at = len(before) if at is None else at
    assert text.startswith(before[:at])
    assert text.endswith(before[at:])
    *others, new = load_cases(path.parent)
    assert [(each.id, each.input, each.answer, each.line) for each in others] == [
        (each.id, each.input, each.answer, each.line) for each in old
    ]
    return new


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_case_stands_as_those_before_it(tmp_path: Path, layout: str) -> None:
    path = tmp_path / "sum.yaml"
    path.write_bytes(layout.replace("@", "").encode())
    new = reread(path, TIE, at=len(layout.partition("@")[0].encode()))
    assert (new.id, new.input, new.answer, new.limits) == (TIE.id, TIE.input, TIE.answer, TIE.limits)


def test_an_entry_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(A_PLUS_B + "# the end\n")
    add_case(
        open_case_file(path, "sum/tie", Bounds(within=(tmp_path,))),
        make_case(id="sum/tie", input=b"1 2\n", answer=b" 3\n\n", limits=make_limits(cpu_s=1.5)),
        source="judge stress a.py --seed 1",
        expect={"a.py": ["WA"], "b [1].py": ["AC", "PE no-separators"]},
    ).write()
    assert (
        path.read_text()
        == A_PLUS_B
        + """\
  - id: tie
    input: |
      1 2
    output: |2+
       3

    time: 1.5s
    memory: 64MiB
    output_limit: 1MiB
    source: judge stress a.py --seed 1
    expect:
      a.py: WA
      "b [1].py": [AC, PE no-separators]
# the end
"""
    )


@pytest.mark.slow
@given(input=NASTY, answer=NASTY, source=NASTY, layout=st.sampled_from([*LAYOUTS.values()]))
@example(input="\n", answer="", source="", layout=LAYOUTS["at the end"])
@example(input="\t\n", answer=" \n \n", source="# no\n", layout=LAYOUTS["at the end"])
@example(input="\n\n a", answer="a\n\n", source="null", layout=LAYOUTS["returns"])
@example(input="a\n---\n", answer="...\n", source="a: b", layout=LAYOUTS["far from its dash"])
def test_whatever_the_bytes_are_the_case_is_read_again_and_the_rest_stays(
    tmp_path_factory: pytest.TempPathFactory, input: str, answer: str, source: str, layout: str
) -> None:
    path = tmp_path_factory.mktemp("cases") / "sum.yaml"
    path.write_bytes(layout.replace("@", "").encode())
    case = make_case(id="sum/tie", input=input.encode(), answer=answer.encode(), limits=LIMITS)
    new = reread(path, case, at=len(layout.partition("@")[0].encode()))
    assert (new.input, new.answer) == (input.encode(), answer.encode())


@pytest.mark.slow
@given(st.lists(NASTY, max_size=4))
def test_one_case_after_the_other_all_are_there(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("cases") / "sum.yaml"
    path.write_text(A_PLUS_B)
    for number, text in enumerate(texts):
        added(path, make_case(id=f"sum/{number}", input=text.encode(), answer=text.encode())).write()
    _, *cases = load_cases(path.parent)
    assert [(case.id, case.input) for case in cases] == [
        (f"sum/{number}", text.encode()) for number, text in enumerate(texts)
    ]


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_grids_are_written_in_the_layout_of_their_site(tmp_path: Path, format: str) -> None:
    path = tmp_path / "grids.yaml"
    first = grid_case(format)
    asked, told = (json.dumps(whole(content or b"").decode()) for content in (first.input, first.answer))
    path.write_text(f"format: {format}\ncases:\n- id: one\n  input: {asked}\n  output: {told}\n")
    case = grid_case(format, (CLUES, SOLVED), id="grids/killer")
    new = reread(path, case)
    assert (new.input, new.answer, new.format) == (case.input, case.answer, format)


def test_what_solutions_get_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(A_PLUS_B)
    added(path, TIE, **{"wrong/a [1].py": ["AC", "WA"], "true": ["TLE"]}).write()
    assert [(one.pattern, one.verdicts) for one in load_cases(tmp_path)[1].expectations] == [
        ("wrong/a [1].py", (Verdict.AC, Verdict.WA)),
        ("true", (Verdict.TLE,)),
    ]


@pytest.mark.parametrize(
    ("text", "case", "message"),
    [
        pytest.param(A_PLUS_B, {"id": "sum/small"}, ":6: expected an id that no case of sum has", id="twice"),
        pytest.param(A_PLUS_B, {"id": "sum/a b"}, ": expected a name of letters, digits", id="no id"),
        pytest.param(A_PLUS_B, {"id": "sum/a/b"}, "as an id, got 'a/b'", id="an id with a slash"),
        pytest.param(A_PLUS_B, {"id": "sum/"}, "as an id, got ''", id="no id at all"),
        pytest.param(
            A_PLUS_B,
            {"input": b"1 \xff\n"},
            ": expected an input in UTF-8, which alone YAML can hold, got the byte 0xff",
            id="no text",
        ),
        pytest.param(A_PLUS_B, {"answer": None}, ": expected an answer of sum/tie, got none", id="no answer"),
        pytest.param(
            A_PLUS_B,
            {"format": "luogu"},
            ":1: expected a case in the format text, got one in luogu",
            id="format",
        ),
        pytest.param(
            HEAD + "cases: [{id: a, input: x, output: y}]\n",
            {},
            ":3: expected a list of cases with a dash for each, got another",
            id="in brackets",
        ),
        pytest.param(
            HEAD + "cases:\n  - id: a\n    input: x\n    output: |\n      y",
            {},
            ": expected a newline at the end of the file, got none",
            id="an answer that would change",
        ),
        pytest.param(
            A_PLUS_B,
            {"answer": b"x" * (2 << 20), "limits": make_limits()},
            "expected an answer of no more bytes than the output limit",
            id="an answer too long",
        ),
        pytest.param(A_PLUS_B + "more: 1\n", {}, "expected one of the keys", id="a file at fault"),
    ],
)
def test_what_cannot_be_added_is_one_line_and_the_file_stays(
    tmp_path: Path, text: str, case: dict[str, object], message: str
) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(text)
    with pytest.raises(InputErrors) as caught:
        added(path, make_case(**{"id": "sum/tie", **case}))  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert path.read_text() == text


def test_a_file_that_changed_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(A_PLUS_B)
    rewriting = added(path, TIE)
    WholeFile(path).write(b"# mine\n")
    with pytest.raises(InputErrors, match=r"sum\.yaml: expected the file as it was, got it changed"):
        rewriting.write()
    assert path.read_bytes() == b"# mine\n"
    path.unlink()
    with pytest.raises(InputErrors, match="expected the file as it was, got No such file"):
        rewriting.write()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text(A_PLUS_B)
    (tmp_path / "sum.yaml").symlink_to(precious)
    with pytest.raises(InputErrors, match=r"sum\.yaml: expected a case file, got a link"):
        added(tmp_path / "sum.yaml", TIE)


def test_a_full_disk_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(A_PLUS_B)
    rewriting = added(path, make_case(id="sum/tie", input=b"1\n" * 5000))
    with (
        full_disk(1000),
        pytest.raises(InputErrors, match="expected a file that can be written, got: File too"),
    ):
        rewriting.write()
    assert path.read_text() == A_PLUS_B
    assert [each.name for each in tmp_path.iterdir()] == ["sum.yaml"]


@pytest.mark.slow
@given(
    st.integers(1, 10**11).map(lambda microseconds: microseconds / 1e6) | st.sampled_from([1.0, 0.25, 60.0]),
    st.integers(1, 999_999).map(lambda size: size << 10) | st.sampled_from([1 << 20, 3 << 30]),
)
def test_limits_that_are_not_the_problems_stand_in_the_case(
    tmp_path_factory: pytest.TempPathFactory, cpu_s: float, memory_bytes: int
) -> None:
    path = tmp_path_factory.mktemp("cases") / "sum.yaml"
    path.write_text(A_PLUS_B)
    limits = make_limits(cpu_s=cpu_s, memory_bytes=memory_bytes)
    assert reread(path, make_case(id="sum/tie", limits=limits)).limits == limits


def test_a_case_is_the_same_by_all_that_its_entry_states() -> None:
    """The place and the keys of the problem do not count, since an entry cannot state them."""
    case = replace(FULL_CASE, path=TIE.path, stamp=TIE.stamp)
    stated = {"id", "format", "input", "answer", "limits.cpu_s", "limits.memory_bytes", "limits.output_bytes"}
    noticed = {place for place, changed in variants(case) if not _is_same(case, changed)}
    assert noticed == stated
    without = replace(case, answer=None)
    assert _is_same(without, without)
    assert not _is_same(without, case)
    assert not _is_same(case, without)


@pytest.mark.parametrize(
    ("text", "id", "line"),
    [
        pytest.param(A_PLUS_B, "sum/a b", 0, id="no id"),
        pytest.param(A_PLUS_B, "sum/small", 6, id="an id that is taken"),
        pytest.param(
            HEAD + "cases: [{id: a, input: x, output: y}]\n", "sum/b", 3, id="a list without dashes"
        ),
        pytest.param(HEAD + "tests: '*.in'\n", "sum/b", 1, id="no list"),
    ],
)
def test_why_a_file_has_no_place_for_a_case_is_told_with_its_line(
    text: str, id: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(text)
    (tmp_path / "sum").mkdir()
    for name in ("1.in", "1.out"):
        (tmp_path / "sum" / name).write_text("1\n")
    with pytest.raises(InputErrors) as caught:
        open_case_file(path, id, Bounds(within=(tmp_path,)))
    assert [(fault.path, fault.line) for fault in caught.value.faults] == [(path, line)], caught.value
