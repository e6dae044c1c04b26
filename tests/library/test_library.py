"""The judge as a library: the page's examples, and the behaviour that they omit."""

import subprocess
import sys
from collections.abc import Mapping
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from documents import LIBRARY, blocks
from helpers import A_PLUS_B, ADDS, write_project
from msgspec.structs import replace

import judge
from judge import Check, JudgeError, Loaded, Verdict, check, load, run, unmet

PAGE = [*blocks([LIBRARY]), None]
# The output of each example, if the page shows it.
EXAMPLES: Mapping[str, str] = {
    "\n".join(block.lines): "".join(f"{line}\n" for line in after.lines)
    if after and after.language == "text"
    else ""
    for block, after in pairwise(PAGE)
    if block and block.language == "python"
}
AC, JE, PE, WA = Verdict.AC, Verdict.JE, Verdict.PE, Verdict.WA
ANSWERS_0 = "# judge: {format: text, expect: {sum: WA}}\nprint(0)\n"
SPINS = "# judge: {format: text}\nwhile True:\n    pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    solutions = {"adds.py": ADDS, "wrong.py": ANSWERS_0}
    return write_project(tmp_path, solutions=solutions, cases={"sum.yaml": A_PLUS_B})


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.splitlines()[-1])
def test_an_example_of_the_page_does_what_the_page_shows(
    source: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    exec(compile(source, "example", "exec"), {})
    if shown := EXAMPLES[source]:
        assert capsys.readouterr().out == shown


def test_a_project_is_loaded_from_wherever_it_lies(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def names(loaded: Loaded) -> list[str]:
        return [each.name for each in loaded.solutions] + [case.id for case in loaded.cases]

    monkeypatch.chdir(project / "cases")
    found = ["adds.py", "wrong.py", "sum/small"]
    assert names(load()) == names(load(project)) == names(load(str(project))) == found
    other = write_project(project / "other", solutions={}, cases={"more.yaml": A_PLUS_B})
    assert names(load(project, cases=other / "cases"))[2:] == ["more/small"]


def test_a_folder_of_programs_and_one_program_are_loaded_with_their_tests(tmp_path: Path) -> None:
    (tmp_path / "adds.py").write_text("print(sum(map(int, input().split())))\n")
    (tmp_path / "wrong.py").write_text("print(0)\n")
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "1.in").write_text("1 2\n")
    (tmp_path / "test" / "1.out").write_text("3\n")

    def judged(loaded: Loaded) -> dict[str, Verdict]:
        return {result.solution: result.verdict for result in run(loaded)}

    assert judged(load(tmp_path)) == {"adds.py": AC, "wrong.py": WA}
    assert judged(load(tmp_path / "adds.py")) == {"adds.py": AC}
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "1.in").write_text("0 0\n")
    (tmp_path / "other" / "1.out").write_text("0\n")
    assert judged(load(tmp_path, tests=tmp_path / "other")) == {"adds.py": AC, "wrong.py": AC}


def test_one_program_of_a_project_is_loaded(project: Path) -> None:
    assert [one.name for one in load(project / "solutions" / "wrong.py").solutions] == ["wrong.py"]


def test_all_faults_are_one_error_with_a_line_for_each(project: Path) -> None:
    (project / "cases" / "bad.yaml").write_text("problem: P\n")
    (project / "solutions" / "bad.py").write_text("# judge: {formt: text}\n")
    with pytest.raises(JudgeError) as raised:
        load(project)
    lines = str(raised.value).splitlines()
    assert {line.partition(":")[0].rpartition("/")[2] for line in lines} == {"bad.yaml", "bad.py"}


def test_a_level_that_does_not_exist_is_refused(project: Path) -> None:
    with pytest.raises(JudgeError, match=r"sandbox: expected one of .*; did you mean strict"):
        load(project, sandbox="Strict")  # type: ignore[arg-type]
    with pytest.raises(JudgeError, match=r"sandbox: expected one of .*; did you mean strict"):
        next(run(load(project), sandbox="Strict"))  # type: ignore[arg-type]


def test_only_bytes_are_compared() -> None:
    with pytest.raises(JudgeError, match=r"^output: expected bytes, got "):
        check("3", b"3")  # type: ignore[arg-type]
    with pytest.raises(JudgeError, match=r"^answer: expected bytes, got "):
        check(b"3", "3")  # type: ignore[arg-type]
    with pytest.raises(JudgeError, match=r"^profile: expected str, got "):
        check(b"3", b"3", profile=5)  # type: ignore[arg-type]


def test_a_number_of_workers_that_cannot_be_is_refused(project: Path) -> None:
    with pytest.raises(JudgeError, match=r"^jobs: expected a whole number from 1 to 999, got '-1'"):
        next(run(load(project), jobs=-1))


def test_what_is_whole_is_loaded_beside_what_is_at_fault_where_that_is_asked_for(project: Path) -> None:
    (project / "cases" / "other.yaml").write_text("problem: P\n")
    (project / "solutions" / "bad.py").write_text("\n# judge: {formt: text}\n")
    loaded = load(project, strict=False)
    assert [problem.name for problem in loaded.faulty] == ["other"]
    assert {case.id for case in loaded.cases} == {"sum/small"}
    assert {fault.path.name for fault in loaded.faults} == {"other.yaml", "bad.py"}
    with pytest.raises(JudgeError) as raised:
        load(project)
    assert str(raised.value) == "\n".join(map(str, loaded.faults))
    whole = [solution.name for solution in loaded.whole().solutions]
    assert whole == ["adds.py", "wrong.py"]
    verdicts = {result.solution: (result.verdict, result.message) for result in run(loaded)}
    (fault,) = loaded.solutions[1].faults
    assert verdicts == {
        "adds.py": (AC, ""),
        "bad.py": (JE, str(fault)),
        "wrong.py": (WA, verdicts["wrong.py"][1]),
    }


def test_what_folders_say_is_held_against_results_as_they_come(project: Path) -> None:
    for name in ("wa/adds.py", "wa/wrong.py"):
        (project / "solutions" / "wa").mkdir(exist_ok=True)
        (project / "solutions" / name).write_text("print(3)\n" if "adds" in name else "print(0)\n")
    loaded = load(project)
    owed = unmet(loaded.solutions, loaded.cases, run(loaded))
    assert [(each.solution, each.problem, each.verdicts) for each in owed] == [("wa/adds.py", "sum", (WA,))]


def test_every_test_is_judged_and_every_result_is_final(project: Path) -> None:
    results = sorted(run(load(project)), key=lambda result: result.solution)
    assert [(r.solution, r.case, r.verdict, r.as_expected) for r in results] == [
        ("adds.py", "sum/small", AC, True),
        ("wrong.py", "sum/small", WA, True),
    ]
    assert all(result.final and result.cpu_s is not None for result in results)


def test_who_stops_listening_waits_for_no_run(project: Path) -> None:
    (project / "solutions" / "spins.py").write_text(SPINS)
    loaded = load(project)
    long = [replace(case, limits=replace(case.limits, cpu_s=1000)) for case in loaded.cases]
    coming = run(replace(loaded, cases=long), jobs=1)
    assert next(coming).verdict is AC
    coming.close()


@pytest.mark.parametrize(
    ("output", "answer", "profile", "verdict"),
    [
        (b"1 2\n", b"1 2\n", "exact", AC),
        (b"1 2 \n", b"1 2\n", "exact", PE),
        (b"1 2 \n", b"1 2\n", "luogu", AC),
        (b"1 3\n", b"1 2\n", "tokens", WA),
        (b'{"a": 1}', b'{"a":1.0}', "json", AC),
    ],
)
def test_bytes_are_compared_by_the_profile_that_is_asked(
    output: bytes, answer: bytes, profile: str, verdict: Verdict
) -> None:
    found = check(output, answer, profile=profile)
    assert found.verdict is verdict
    assert bool(found.message) is bool(found.diagnosis.mistakes) is (output != answer)
    assert found.message.startswith("exact: ") is (verdict is AC and output != answer)


def test_a_profile_that_cannot_compare_with_such_an_answer_is_a_fault_of_the_judge() -> None:
    found = check(b"1\n", b"no JSON\n", profile="json")
    assert (found.verdict, found.message) == (JE, "json cannot compare with this answer")


def test_a_profile_that_there_is_not_is_named_with_the_nearest() -> None:
    with pytest.raises(
        JudgeError, match=r"expected one of the profiles .*, got 'lugou'; did you mean luogu\?"
    ):
        check(b"", b"", profile="lugou")


def test_what_is_right_has_nothing_to_say() -> None:
    assert check(b"", b"") == Check(verdict=AC, message="", diagnosis=judge.Diagnosis())


def test_the_names_of_the_library_are_there_and_no_others() -> None:
    for name in set(judge.__all__) - {"__version__"}:
        assert getattr(judge, name).__name__ == name
    assert judge.__version__ == metadata.version("byte-judge")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        judge.nothing  # noqa: B018


def test_the_package_alone_loads_nothing_so_that_an_interrupt_finds_nothing_half_done() -> None:
    tells = "import sys; before = {*sys.modules}; import judge; print(*{*sys.modules} - before)"
    done = subprocess.run([sys.executable, "-c", tells], capture_output=True, text=True, check=True)
    assert done.stdout == "judge\n"
