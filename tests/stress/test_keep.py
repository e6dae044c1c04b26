"""A find becomes a case of its project, and is judged from then on with the same result."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import (
    A_PLUS_B,
    ADDS,
    CLUES,
    SOLVED,
    full_disk,
    grid_case,
    make_find,
    run_here,
    write_files,
    write_project,
)
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.library.folders import load
from judge.model.cases import Case
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.packages.place import find_project
from judge.platform.errors import InputErrors
from judge.platform.files import whole
from judge.stress.finds import Find
from judge.stress.keep import KeptCase, keep_find
from judge.subjects.sudoku.formats import GRID_FORMATS

WRONG = "print(4)\n"
LIMITS = Limits(cpu_s=10.0, memory_bytes=256 << 20, output_bytes=16 << 20)


def found(id: str = "sum/1", **rest: object) -> Find:
    return make_find(**{"id": id, "solution": "wrong.py", "limits": LIMITS, **rest})  # type: ignore[arg-type]


def keep(root: Path, find: Find, id: str = "tie") -> KeptCase:
    return keep_find(find, find_project(root), id)


def tree(root: Path) -> dict[str, bytes]:
    """Return all files below `root`, except the judge's own."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def the_case(root: Path, id: str) -> Case:
    (case,) = [case for case in load(root).cases if case.id == id]
    return case


def project(root: Path, **files: str) -> Path:
    """Write a project with a right and a wrong program, and these files among the cases."""
    write_project(root, solutions={"adds.py": ADDS, "wrong.py": WRONG}, cases={})
    write_files(root / "cases", files)
    return root


def folder(root: Path, *names: str, **files: str) -> Path:
    return project(root, **{**{f"sum/{name}": "1 2\n" for name in names}, **files})


def refused(root: Path, find: Find, id: str = "tie") -> str:
    """Return the single line about a find that cannot be kept. Check that no file has changed."""
    before = tree(root)
    with pytest.raises(InputErrors) as caught:
        keep(root, find, id)
    (line,) = str(caught.value).splitlines()
    assert tree(root) == before
    return line.removeprefix(f"{root}/")


# A problem in a case file


@pytest.mark.parametrize("id", ["tie", "sum/tie"])
def test_a_find_is_an_entry_of_its_problem_and_runs_as_it_was_seen(tmp_path: Path, id: str) -> None:
    root = project(tmp_path, **{"sum.yaml": A_PLUS_B})
    assert keep(root, found(input=b"1 2\n", answer=b"3\n"), id) == KeptCase(root / "cases" / "sum.yaml", "")
    text = (root / "cases" / "sum.yaml").read_text()
    assert text.startswith(A_PLUS_B)
    assert "    source: judge stress adds.py --seed 1\n    expect:\n      wrong.py: WA\n" in text
    (root / "solutions" / "wrong.py").write_text("# judge: {expect: {sum/small: WA}}\n" + WRONG)
    assert run_here("run", cwd=root).returncode == 0


def test_a_program_that_does_not_agree_with_itself_may_get_all_that_it_got(tmp_path: Path) -> None:
    root = project(tmp_path, **{"sum.yml": A_PLUS_B})
    keep(root, found(verdicts=(Verdict.WA, Verdict.AC, Verdict.WA)))
    (stated,) = the_case(root, "sum/tie").expectations
    assert stated.verdicts == (Verdict.AC, Verdict.WA)


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_grids_are_kept_in_the_format_of_their_problem(tmp_path: Path, format: str) -> None:
    asked = grid_case(format, (CLUES, SOLVED), id="grids/1")
    dump = {
        name: repr(whole(text or b"").decode()) for name, text in (("i", asked.input), ("o", asked.answer))
    }
    sheet = f"format: {format}\ntime: 10s\ncases:\n  - id: a\n    input: {{i}}\n    output: {{o}}\n"
    quoted = {key: '"' + text[1:-1].replace('"', r"\"") + '"' for key, text in dump.items()}
    root = project(tmp_path, **{"grids.yaml": sheet.format(**quoted)})
    for other in GRID_FORMATS:
        drawn = grid_case(other, (CLUES, SOLVED))
        keep(root, found("grids/1", input=drawn.input, answer=drawn.answer, format=other), f"of-{other}")
        case = the_case(root, f"grids/of-{other}")
        assert (case.input, case.answer) == (asked.input, asked.answer)


# A problem in a folder


@pytest.mark.parametrize(
    ("names", "id", "files"),
    [
        pytest.param(["1.in", "1.ans"], "tie", ("tie.in", "tie.ans"), id="answers .ans"),
        pytest.param(["1.in", "1.a"], "tie", ("tie.in", "tie.a"), id="answers .a"),
        pytest.param(["1.in.txt", "1.out.txt"], "tie", ("tie.in.txt", "tie.out.txt"), id="text"),
        pytest.param(["1", "1.a"], "tie", ("tie", "tie.a"), id="inputs without a suffix"),
        pytest.param(["in/1.txt", "out/1.txt"], "tie", ("in/tie.txt", "out/tie.txt"), id="two folders"),
        pytest.param(["in1.txt", "out1.txt"], "tie", ("tie.in", "tie.out"), id="words in names"),
        pytest.param(
            ["secret/1.in", "secret/1.ans", "sample/1.in", "sample/1.out"],
            "secret/tie",
            ("secret/tie.in", "secret/tie.ans"),
            id="a folder in the folder",
        ),
    ],
)
def test_a_find_is_a_pair_of_files_like_those_beside_it(
    tmp_path: Path, names: list[str], id: str, files: tuple[str, str]
) -> None:
    root = folder(tmp_path, *names)
    before = tree(root)
    place = keep(root, found(input=b"\xff\n", answer=b"\x00"), id)
    assert place.path == root / "cases" / "sum" / files[0]
    assert place.unsaid.startswith("if wrong.py is wrong on purpose")
    assert place.unsaid.endswith(f"line: # judge: {{expect: {{sum/{id}: WA}}}}")
    asked, told = (f"cases/sum/{name}" for name in files)
    assert tree(root) == {**before, asked: b"\xff\n", told: b"\x00"}
    case = the_case(root, f"sum/{id}")
    assert case.answer is not None
    assert (whole(case.input), whole(case.answer)) == (b"\xff\n", b"\x00")


@pytest.mark.parametrize(
    ("verdicts", "stated"),
    [
        ((Verdict.SK,), []),
        ((), []),
        ((Verdict.AC,), ["AC"]),
        ((Verdict.TLE, Verdict.NA), ["TLE"]),
        ((Verdict.RE, Verdict.AC), ["AC", "RE"]),
    ],
)
def test_only_what_was_seen_is_expected(
    tmp_path: Path, verdicts: tuple[Verdict, ...], stated: list[str]
) -> None:
    find = replace(found(), verdicts=verdicts)
    root = project(tmp_path, **{"sum.yaml": A_PLUS_B, "max/1.in": "1\n", "max/1.ans": "1\n"})
    keep(root, find)
    (case,) = (case for case in load_cases(root / "cases") if case.id == "sum/tie")
    assert [one.name for each in case.expectations for one in each.verdicts] == stated
    unsaid = keep(root, replace(find, case=replace(find.case, id="max/1"))).unsaid
    either = stated[0] if len(stated) == 1 else f"[{', '.join(stated)}]"
    header = f"line: # judge: {{expect: {{max/tie: {either}}}}}"
    assert unsaid == "" if stated in ([], ["AC"]) else unsaid.endswith(header)


def test_a_find_without_an_answer_is_an_input_alone(tmp_path: Path) -> None:
    root = folder(tmp_path, "1.in", "1.ans")
    keep(root, found(answer=None))
    assert the_case(root, "sum/tie").answer is None


def test_a_case_file_beside_the_folder_says_which_files_are_its_tests(tmp_path: Path) -> None:
    sheet = {"sum.yaml": "time: 10s\ntests: secret/*.in\n"}
    root = folder(tmp_path, "secret/1.in", "secret/1.ans", **sheet)
    keep(root, found(), "sum/secret/tie")
    assert the_case(root, "sum/secret/tie").limits.cpu_s == 10
    assert "expected an id in one of the folders with tests (secret), got 'tie'" in refused(root, found())


def test_the_folder_of_cases_may_be_the_problem(tmp_path: Path) -> None:
    root = project(tmp_path, **{"1.in": "1 2\n", "1.out": "3\n"})
    assert keep(root, found("cases/1")).path == root / "cases" / "tie.in"


# Programs in no project


@pytest.mark.parametrize(
    ("there", "files"),
    [
        pytest.param([], ("test/tie.in", "test/tie.out"), id="no test yet"),
        pytest.param(["1.in", "1.out"], ("test/tie.in", "test/tie.out"), id="tests beside them"),
        pytest.param(["test/1.in", "test/1.ans"], ("test/tie.in", "test/tie.ans"), id="a folder test"),
        pytest.param(["tests/in1.txt", "tests/out1.txt"], ("tests/tie.in", "tests/tie.out"), id="tests"),
    ],
)
def test_of_programs_a_find_is_a_pair_in_their_folder_of_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: list[str], files: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ["wrong.py", *there]:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(WRONG)
    keep_find(found(f"{tmp_path.name}/1"), find_project(None, words=["wrong.py"]), "tie")
    assert [Path(name).read_bytes() for name in files] == [b"1 2\n", b"3\n"]
    done = run_here("run", "wrong.py", "--case", "*/tie", cwd=tmp_path)
    assert (done.returncode, "WA" in done.stdout) == (1, True)


def test_tests_that_the_user_names_get_it(tmp_path: Path) -> None:
    root = project(tmp_path / "p", **{"sum.yaml": A_PLUS_B})
    own = tmp_path / "mine"
    own.mkdir()
    for name in ("1.in", "1.ans"):
        (own / name).write_text("1\n")
    keep_find(found("mine/1"), find_project(root, tests=own), "mine/tie")
    assert (own / "tie.ans").read_bytes() == b"3\n"


# Finds that cannot be kept


PUZZLES = {"sum.yaml": "format: luogu\npuzzles: sum.txt\n", "sum.txt": SOLVED.decode()}
PAIR: Mapping[str, str] = {"sum/1.in": "1 2\n", "sum/1.ans": "3\n"}


@pytest.mark.parametrize(
    ("files", "find", "id", "message"),
    [
        pytest.param(
            {"sum.yaml": A_PLUS_B}, {}, "small", "cases/sum.yaml:6: expected an id that no", id="taken"
        ),
        pytest.param({"sum.yaml": A_PLUS_B}, {}, "../../x", "as an id, got '../../x'", id="a path"),
        pytest.param({"sum.yaml": A_PLUS_B}, {}, "max/tie", "as an id, got 'max/tie'", id="of another"),
        pytest.param({"sum.yaml": A_PLUS_B}, {"input": b"\xff"}, "tie", "got the byte 0xff", id="no text"),
        pytest.param(
            PUZZLES, {}, "tie", "sum.yaml: expected the key `cases`, or tests in a folder", id="puzzles"
        ),
        pytest.param(PAIR, {}, "1", "cases/sum/1.in: expected an id that no test has, got '1'", id="a test"),
        pytest.param(PAIR, {}, "../x", "as an id, got '../x'", id="a path out of the folder"),
        pytest.param(PAIR, {}, "/etc/x", "as an id, got '/etc/x'", id="a path from the root"),
        pytest.param(PAIR, {}, "", "as an id, got ''", id="nothing"),
        pytest.param(PAIR, {}, "a/tie", "in one of the folders with tests (.), got 'a/tie'", id="no folder"),
        pytest.param(PAIR, {"format": "luogu"}, "tie", "in the format text, got one in luogu", id="format"),
        pytest.param(
            {"sum/1": "1 2\n", "sum/1.a": "3\n"},
            {},
            "1.in",
            "sum/1.in: expected an id that names a test here",
            id="a name that means another test",
        ),
        pytest.param({**PAIR, "sum/2.ans": "1"}, {}, "tie", "expected an input that it answers", id="faulty"),
        pytest.param(
            {"max.yaml": A_PLUS_B},
            {},
            "tie",
            "cases/sum: expected a case file or a folder of tests, got none",
            id="no problem",
        ),
    ],
)
def test_what_cannot_be_kept_is_one_line_and_nothing_changes(
    tmp_path: Path, files: Mapping[str, str], find: dict[str, object], id: str, message: str
) -> None:
    assert message in refused(project(tmp_path, **files), found(**find), id)


def test_a_search_whose_find_has_no_place_does_not_begin(tmp_path: Path) -> None:
    root = project(tmp_path, **{"sum.yaml": A_PLUS_B})
    (root / "generators").mkdir()
    (root / "generators" / "sum.py").write_text("while True: pass\n")
    done = run_here("stress", "wrong.py", "--keep", "small", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cases/sum.yaml:6: expected an id that no case of sum has, got 'small'\n"
    assert not (root / ".judge").exists()


def test_a_full_disk_leaves_no_half_of_a_pair(tmp_path: Path) -> None:
    root = folder(tmp_path, "1.in", "1.ans")
    with full_disk(1000):
        assert "tie.in: expected a new file, got: File too large" in refused(root, found(input=b"1\n" * 999))


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    root = folder(tmp_path / "p", "1.in", "1.ans")
    precious = tmp_path / "precious"
    for name in ("tie.ans", "tie.in"):
        (root / "cases" / "sum" / name).symlink_to(precious)
        assert "cases/sum/tie." in refused(root, found())
        assert not precious.exists()
    elsewhere = folder(tmp_path / "q", "1.in", "1.ans") / "cases" / "sum"
    (root / "cases" / "max").symlink_to(elsewhere)
    assert refused(root, found("max/1")) == "cases/max: expected a folder of tests, got a link"
    assert sorted(path.name for path in elsewhere.iterdir()) == ["1.ans", "1.in"]


@pytest.mark.slow
@given(
    st.text("ab1.-_/", max_size=8)
    | st.sampled_from(["1.in", "x.ans", "in1", "out1.txt", "a.in.txt", "x.sol"]),
    st.sampled_from([("1.in", "1.ans"), ("1", "1.a"), ("in/1.txt", "out/1.txt"), ("in1.txt", "out1.txt")]),
)
def test_whatever_it_is_called_it_is_read_under_that_name_or_nothing_changes(
    tmp_path_factory: pytest.TempPathFactory, id: str, names: tuple[str, str]
) -> None:
    root = folder(tmp_path_factory.mktemp("p"), *names)
    before = tree(root)
    try:
        keep(root, found(), id)
    except InputErrors:
        assert tree(root) == before
        return
    case = the_case(root, f"sum/{id.removeprefix('sum/')}")
    assert case.answer is not None
    assert (whole(case.input), whole(case.answer)) == (b"1 2\n", b"3\n")
    after = tree(root)
    assert {name: after.pop(name) for name in before} == before
    assert len(after) == 2
