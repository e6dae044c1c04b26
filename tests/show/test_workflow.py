"""The log of a step on GitHub: its runner obeys the judge's commands and no others."""

import io
import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers import (
    A_PLUS_B,
    ADDS,
    JUDGE,
    environment,
    make_outcome,
    make_result,
    run_here,
    run_judge,
    write_project,
)
from hypothesis import given
from hypothesis import strategies as st
from outcomes import HOSTILE, outcomes

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, printable
from judge.scoring.unmet import Unmet
from judge.show.outcome import Outcome
from judge.show.step_log import Log, command
from judge.show.workflow import list_annotations

KNOWN = {"error", "warning", "notice", "group", "endgroup", "add-mask", "set-output", "stop-commands"}
ATTACKS = [
    "::error::mine",
    "   ::add-mask::a",
    "x ##[error]mine",
    "##[add-mask]a",
    "::stop-commands::mine",
    "::endgroup::",
    "a%0A::error::mine",
]
PRINTS = "# judge: {format: text, expect: {'*': %s}}\nimport sys\nprint(%r)\nprint(%r, file=sys.stderr)\n"


class Obeyed(NamedTuple):
    name: str
    properties: dict[str, str]
    data: str


def runner(lines: Iterable[str], *, is_let_go: bool = True) -> Iterator[Obeyed]:
    """Yield the commands that the runner obeys, by `ActionCommand.cs` and `ActionCommandManager.cs`."""
    known, token = set(KNOWN), ""
    for line in lines:
        found = parsed(line, known)
        if not found or (token and found.name != token):
            continue
        if token:
            known.remove(token)
            token = ""
        elif found.name == "stop-commands":
            token = found.data
            known.add(token)
        else:
            yield found
    assert not (token and is_let_go)


def parsed(line: str, known: set[str]) -> Obeyed | None:
    second = re.match(r"::(.*?)::(.*)", line.lstrip())
    first = re.search(r"##\[(.*?)\](.*)", line)
    for found, codes in ((second, {":": "%3A", ",": "%2C", "%": "%25"}), (first, {})):
        name, _, words = found[1].partition(" ") if found else ("", "", "")
        if found and name in known:
            pairs = (word.partition("=")[::2] for word in words.split(",") if word)
            values = {key: decoded(value, codes) for key, value in pairs}
            return Obeyed(name, values, decoded(found[2], {"%": "%25"}))
    return None


def decoded(text: str, codes: dict[str, str]) -> str:
    for char, code in codes.items():
        text = text.replace(code, char)
    return text


def nowhere(result: Result) -> tuple[Path, int]:
    return Path(result.solution), 3


words = st.sampled_from([*HOSTILE, *ATTACKS]) | st.text()


@given(words, words)
def test_a_command_is_one_line_and_is_read_back_as_it_was(title: str, message: str) -> None:
    line = command("error", message, file="a,b:c%.py", title=title)
    assert len(line.splitlines()) == 1
    (found,) = runner([line])
    assert found == Obeyed("error", {"file": "a,b:c%.py", "title": printable(title)}, printable(message))


@pytest.mark.slow
@given(outcomes())
def test_no_more_is_told_than_is_shown_and_nothing_twice(outcome: Outcome) -> None:
    lines = list(list_annotations(outcome, nowhere))
    assert len(lines) == len(set(lines))
    kinds = [found.name for found in runner(lines)]
    assert len(kinds) == len(lines)
    assert all(kinds.count(kind) <= 10 for kind in kinds)


@given(st.lists(words))
def test_what_is_printed_in_a_log_that_is_held_is_no_command(lines: list[str]) -> None:
    text = io.StringIO()
    with Log(text).held() as log:
        print("\n".join(lines), file=text)
        with log.group("title"):
            print("\n".join(lines), file=text)
    assert [found.name for found in runner(text.getvalue().split("\n"))] == ["group", "endgroup"]


def test_the_rest_is_counted() -> None:
    results = [make_result(solution=f"s{number:02}.py", verdict=Verdict.RE) for number in range(30)]
    owing = (Unmet(solution="s00.py", problem="sum", verdicts=(Verdict.WA,)),)
    found = list(runner(list_annotations(make_outcome(*results, owing=owing), nowhere)))
    assert [each.name for each in found] == ["error"] * 10 + ["warning"]
    assert found[9].data == "21 more remarks, which the log has"


def test_a_solution_is_told_of_once_for_each_way_to_fail() -> None:
    results = [make_result(case=f"p/{n}", verdict=verdict) for n, verdict in enumerate([Verdict.RE] * 5)]
    (found,) = runner(list_annotations(make_outcome(*results), nowhere))
    assert found.data.startswith("adds.py on p/0 and 4 more cases: ")
    assert found.properties == {"file": "adds.py", "line": "3", "title": "RE, expected AC"}


def test_what_a_file_is_at_fault_for_is_not_told_twice() -> None:
    fault = Fault(Path("adds.py"), 2, "expected a, got b")
    outcome = make_outcome(make_result(verdict=Verdict.JE, message=str(fault)), faults=(fault,))
    (found,) = runner(list_annotations(outcome, nowhere))
    place = {"file": "adds.py", "line": "2", "title": "bad input"}
    assert found == Obeyed("error", place, "expected a, got b")


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_program_cannot_command_the_runner(attack: str, tmp_path: Path) -> None:
    program = PRINTS % ("TLE", attack, attack)
    project = write_project(tmp_path / "inner", solutions={"late/wrong.py": program, "adds.py": ADDS})
    around = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(tmp_path)}
    done = run_here("run", cwd=project, env=around)
    assert done.returncode == 1
    group, end, told = runner(done.stdout.split("\n"))
    assert (group.name, group.data, end.name) == ("group", "verdicts", "endgroup")
    assert told.properties["file"] == "inner/solutions/late/wrong.py"
    assert told.properties["line"] == "1"
    assert told.properties["title"].startswith("WA")
    assert "WA!" in done.stdout


# The words of each command that prints text from a project's files or programs.
PRINTERS = {
    "run": ["run"],
    "show": ["show", "wrong", "sum/small"],
    "stress": ["stress", "wrong", "sum", "--against", "adds", "--generator", "gen.py", "--budget", "2s"],
    "stress of a tool that fails": ["stress", "wrong", "sum", "--generator", "fails.py"],
    "bench": ["bench", "--rounds", "1", "--warmups", "0", "--budget", "1s"],
    "limits": ["limits"],
    "list": ["list"],
    "check": ["check"],
    "mutate": ["mutate"],
}
EXACT = {
    "try": ["try", "solutions/wrong.py"],
    "show --output": ["show", "wrong", "sum/small", "--output"],
    "show --input": ["show", "other.py", "other/small", "--input"],
}


def hostile(root: Path, attack: str) -> Path:
    """Make a project with the attack in every place: programs' output, file names, cases, headers."""
    program = (PRINTS % ("WA", attack, attack)).replace("text", "text, problems: sum")
    solutions = {
        "wrong.py": program,
        "adds.py": ADDS.replace("text", "text, problems: sum"),
        "other.py": program.replace("sum", "other"),
    }
    sheet = A_PLUS_B.replace("problem: A+B", f"problem: {json.dumps(attack)}")
    asks = sheet.replace("|\n      1 2\n", f"{json.dumps(attack)}\n")
    project = write_project(root, solutions=solutions, cases={"sum.yaml": sheet, "other.yaml": asks})
    (project / "solutions/faulty.py").write_text(f"# judge: {{format: {json.dumps(attack)}}}\n")
    (project / f"cases/{attack.replace('/', '')}.txt").touch()
    (project / "gen.py").write_text("import sys\nprint(*sys.argv[1:])\n")
    (project / "fails.py").write_text(f"import sys\nprint('x')\nsys.exit({attack!r})\n")
    return project


@pytest.mark.parametrize("words", PRINTERS.values(), ids=PRINTERS)
def test_nothing_that_a_command_prints_commands_the_runner(words: list[str], tmp_path: Path) -> None:
    """Check each stream alone, and both together. The runner reads standard error first."""
    own = {"group", "endgroup", "error", "warning"} if words == ["run"] else set()
    project = hostile(tmp_path, "\n".join(ATTACKS))
    done = run_here(*words, cwd=project, env={"GITHUB_ACTIONS": "true"})
    out, err = done.stdout.split("\n"), done.stderr.split("\n")
    # `mutate` prints only the judge's own text, nothing from the project.
    assert "mine" in done.stdout + done.stderr or words == ["mutate"]
    for lines in (out, err, [*err, *out]):
        obeyed = list(runner(lines))
        assert {one.name for one in obeyed} <= own
        assert all("title" in one.properties for one in obeyed if one.name == "error")


@pytest.mark.parametrize("words", EXACT.values(), ids=EXACT)
def test_no_byte_that_is_printed_as_it_is_commands_the_runner(words: list[str], tmp_path: Path) -> None:
    project = hostile(tmp_path, "\n".join(ATTACKS))
    done = run_judge(*words, cwd=project, env={"GITHUB_ACTIONS": "true"})
    assert done.stdout.startswith("\n".join(ATTACKS))
    assert not list(runner([*done.stderr.split("\n"), *done.stdout.split("\n")], is_let_go=False))


@pytest.mark.slow
@pytest.mark.parametrize("words", EXACT.values(), ids=EXACT)
def test_bytes_that_go_into_a_file_are_what_they_are_and_the_step_goes_on(
    words: list[str], tmp_path: Path
) -> None:
    project = hostile(tmp_path / "project", "::error::mine")
    texts = []
    for around in ({}, {"GITHUB_ACTIONS": "true"}):
        with (tmp_path / "out").open("wb") as out:
            done = subprocess.run(
                [*JUDGE, *words],
                cwd=project,
                env=environment(**around),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
            )
        texts.append((tmp_path / "out").read_bytes())
    assert texts[0] == texts[1] != b""
    assert list(runner(done.stderr.split("\n"))) == []


def test_a_report_on_standard_output_is_not_disturbed(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={"adds.py": ADDS})
    done = run_here("run", "--csv", "-", cwd=project, env={"GITHUB_ACTIONS": "true"})
    assert done.stdout.startswith("solution,case,")
    assert [found.name for found in runner(done.stderr.split("\n"))] == ["group", "endgroup"]


def test_the_fact_of_a_case_is_where_the_case_states_it(tmp_path: Path) -> None:
    stated = A_PLUS_B + "    expect: {adds: WA}\n"
    project = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": stated})
    around = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(tmp_path)}
    done = run_here("run", cwd=project, env=around)
    (told,) = [found for found in runner(done.stdout.split("\n")) if found.name == "error"]
    assert told.properties["file"] == "cases/sum.yaml"
    assert int(told.properties["line"]) == len(stated.splitlines())


def test_elsewhere_nothing_is_a_command(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={"wrong.py": "# judge: {format: text}\nprint(4)\n"})
    assert "::" not in run_here("run", cwd=project).stdout
