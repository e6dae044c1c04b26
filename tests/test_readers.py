"""Every file from a user has a size limit, and an unreadable one is one line with exit code 2."""

import ast
import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from benches import make_bench, make_timing
from helpers import REPOSITORY, make_limits, make_outcome, make_result, run_here, write_files
from hostile_bytes import hostile
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from outcomes import outcomes
from readers import READERS, Reader

from judge.model.points import Group, Worth
from judge.platform.errors import InputErrors
from judge.platform.files import CASE_BYTES, CASE_FILE_BYTES, RESULTS_BYTES, SETTINGS_BYTES, SOURCE_BYTES
from judge.platform.units import parse_size
from judge.show import csv, junit, markdown
from judge.show.html.run import render_run
from judge.show.json import render
from judge.show.json_reader import parse
from judge.show.outcome import Outcome
from judge.timing import baselines

every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)


def handed_over(root: Path, reader: Reader) -> CompletedProcess[str]:
    write_files(root, {name: text for name, text in reader.files.items() if name != reader.path})
    return run_here(*reader.command.split(), cwd=root, env={"XDG_CONFIG_HOME": str(root / "config")})


def hole(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)


@pytest.mark.slow
@every_reader
@pytest.mark.parametrize("gib", [1, 64])
def test_a_file_beyond_its_bound_is_named_and_not_read(tmp_path: Path, reader: Reader, gib: int) -> None:
    if gib == 1 and reader.kind == "case":
        return
    size = (gib << 30) + 1
    hole(tmp_path / reader.path, size)
    done = handed_over(tmp_path, reader)
    assert done.returncode == 2, done
    (line,) = [line for line in done.stderr.splitlines() if f"{size:,}" in line]
    assert reader.path in line or f"{Path(reader.path).name!r}" in line
    assert "expected" in line
    assert len(line) < 250


def test_an_output_beyond_every_bound_is_judged_and_not_read(tmp_path: Path) -> None:
    files = {"cases/p.yaml": "output_only: true\n", "cases/p/1.in": "1\n", "cases/p/1.ans": "1\n"}
    hole(write_files(tmp_path, files) / "solutions" / "mine" / "1.out", 64 << 30)
    for command in ("list", "check"):
        assert run_here(command, cwd=tmp_path).returncode == 0
    for words in ((), ("--resume",)):
        assert "mine on p/1: OLE" in run_here("run", *words, cwd=tmp_path).stdout


def test_an_answer_beyond_the_output_limit_is_not_read(tmp_path: Path) -> None:
    files = {"solutions/a.py": "", "cases/p/1.in": "1\n"}
    hole(write_files(tmp_path, files) / "cases" / "p" / "1.ans", 1 << 30)
    done = run_here("run", cwd=tmp_path)
    assert (done.returncode, "expected an answer of no more bytes than" in done.stderr) == (2, True)


def test_a_zip_beyond_its_bound_is_not_read(tmp_path: Path) -> None:
    home = write_files(tmp_path, {"solutions/.keep": "", "cases/.keep": ""})
    hole(home / "p.zip", 64 << 30)
    done = run_here("import", "p.zip", cwd=home)
    assert (done.returncode, done.stderr[:23]) == (2, "p.zip: expected a folde")


def test_what_an_earlier_run_left_is_passed_over_beyond_its_bound(tmp_path: Path) -> None:
    adds = "print(sum(map(int, input().split())))\n"
    write_files(tmp_path, {"solutions/a.py": adds, "cases/p/1.in": "1 2\n", "cases/p/1.ans": "3\n"})
    hole(tmp_path / ".judge" / "results-1" / "run-1.jsonl", 64 << 30)
    done = run_here("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0, done
    assert "run-1.jsonl is ignored: 68,719,476,736 bytes, more than the limit" in done.stdout


def test_the_page_states_the_bounds() -> None:
    page = (REPOSITORY / "docs" / "case-files.md").read_text("utf-8").partition("## Maximum file sizes")[2]
    stated = [line.rsplit("|", 2)[1].strip() for line in page.splitlines() if line.startswith("| ")][1:]
    bounds = (SETTINGS_BYTES, SOURCE_BYTES, CASE_FILE_BYTES, RESULTS_BYTES, CASE_BYTES)
    assert [parse_size(size.replace(" ", "")) for size in stated] == [*bounds]


# Modules that open files without `files.read`, and the files: none reads a user's file whole.
OWN = {
    "watch/changes.py": "opens to ask for a lease, reads nothing",
    "commands/completion.py": "the judge's own scripts",
    "commands/debug.py": "writes; the rest is a program that the user debugs",
    "commands/doctor.py": "settings of the kernel",
    "options/completion/answer.py": "so many bytes of a file, without importing anything",
    "platform/files.py": "the reader",
    "platform/machine.py": "files of the kernel",
    "mistakes/diff.py": "opens lines, no files",
    "packages/imports.py": "copies what was made",
    "running/grants.py": "opens to name what is there, reads nothing",
    "packages/zips.py": "entries of a ZIP, in pieces",
    "packages/dmoj_checker.py": "runs sealed, as a checker",
    "packages/missing.py": "what the judge has kept about tests that it could not make",
    "packages/layout.py": "writes",
    "packages/out/texts.py": "the judge's own programs",
    "packages/planned_files.py": "records through `state`, and what was made",
    "packages/out/dmoj.py": "writes an archive",
    "packages/datasets/records.py": "records one by one, each of so many bytes",
    "packages/datasets/results.py": "appends, and reads lines that the judge has written",
    "packages/out/writer.py": "writes",
    "library/recipes.py": "tests that the judge has made",
    "running/builds.py": "what the judge has built",
    "running/named_files.py": "so many bytes of what a program left",
    "running/keeper_client.py": "starts the keeper",
    "running/languages/rows.py": "the judge's own table",
    "running/languages/compilation.py": "the head of a script that was built",
    "running/languages/toolchains.py": "the judge's own launcher",
    "running/places.py": "the head of a tool, so many bytes of pyvenv.cfg, the kernel's mounts",
    "running/programs.py": "the judge's own compiler",
    "platform/state.py": "journals, after their sizes were checked",
    "platform/streams.py": "the standard streams",
    "show/html/page.py": "the judge's own style",
    "stress/weak/mutants.py": "what the judge has built",
    "subjects/sudoku/validators.py": "the judge's own programs",
    "commands/try.py": "standard input, in pieces",
    "work/journal.py": "through `state`",
    "work/keys.py": "the judge's own modules",
    "work/workers.py": "files of the kernel",
    "platform/writing.py": "writes",
    "subjects/sudoku/puzzles.py": "through `state`",
}
# These run as separate processes, or are templates for such.
PROGRAMS = (
    "running/sandbox/",
    "running/languages/entry/",
    "subjects/sudoku/programs/",
    "packages/templates/",
)
OPENS = {"open", "read_bytes", "read_text", "fdopen", "copyfile", "copyfileobj", "ZipFile", "mmap"}


def opens(source: str) -> bool:
    """Return whether a source calls a function that opens a file, or reads one by its path."""
    called = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in called}
    return bool(names & OPENS)


@pytest.mark.slow
def test_no_module_reads_a_file_of_a_user_another_way() -> None:
    judge = REPOSITORY / "judge"
    texts = {path.relative_to(judge).as_posix(): path.read_text("utf-8") for path in judge.rglob("*.py")}
    # Parsing all of them takes seconds.
    found = {
        name for name, text in texts.items() if any(f"{each}(" in text for each in OPENS) and opens(text)
    }
    assert {name for name in found if not name.startswith(PROGRAMS)} == OWN.keys()


@every_reader
def test_whatever_a_file_holds_it_is_read_or_refused_in_a_few_lines(tmp_path: Path, reader: Reader) -> None:
    if reader.command.split()[0] in ("try", "stress"):
        return  # a program's output about its input is no fault
    for number, (name, data) in enumerate(hostile(reader.kind)):
        root = write_files(tmp_path / str(number), {reader.path: data})
        done = handed_over(root, reader)
        assert done.returncode in (0, 1, 2), (name, done.stderr[-2000:])
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        assert all(len(line) < 700 for line in lines), name
        assert len(lines) < 100, name
        if done.returncode == 2:
            assert all("expected" in line or ": and " in line for line in done.stderr.splitlines()), done


def leaves(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places in a document, as the keys that lead to them."""
    if above:
        yield above
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from leaves(each, (*above, key))


NUMBERS = [-1, 0, 1 << 61, 1 << 70, -1e308, 1e308, 1e-320]
ODD = st.sampled_from([*NUMBERS, True, None, "", "\x1b[31m", "x" * 5000, [], [1], {}, {"a": 1}])


def changed(data: st.DataObject, document: Any) -> bytes:
    """Return the document with something odd in one place."""
    *above, last = data.draw(st.sampled_from([*leaves(document)]))
    place = document
    for key in above:
        place = place[key]
    place[last] = data.draw(ODD)
    return json.dumps(document).encode()


def is_one_line(error: InputErrors) -> bool:
    return "\n" not in str(error) and len(str(error)) < 300


@settings(max_examples=25)
@given(outcomes(), st.data())
def test_results_with_anything_in_any_place_are_reported_or_refused(
    outcome: Outcome, data: st.DataObject
) -> None:
    try:
        read = parse(changed(data, json.loads(render(outcome))), Path("r.json"))
    except InputErrors as error:
        event("refused" if is_one_line(error) else pytest.fail(str(error)))
        return
    for report in (markdown, junit, csv):
        report.render(read)


@pytest.mark.slow
def test_results_with_any_number_in_any_place_are_reported_or_refused() -> None:
    pytest.importorskip("jinja2")
    worth = Worth(points=1, groups=(Group(name=""),))
    result = replace(make_result(cpu_s=0.1), points=1.0, worth=worth)
    whole = json.loads(render(make_outcome(result, limits={result.case: make_limits()})))
    places = {tuple(key for key in place if isinstance(key, str)): place for place in leaves(whole)}
    for *above, last in places.values():
        for number in NUMBERS:
            document = copy.deepcopy(whole)
            place = document
            for key in above:
                place = place[key]
            if isinstance(place[last], bool) or not isinstance(place[last], int | float):
                break
            place[last] = number
            try:
                read = parse(json.dumps(document).encode(), Path("r.json"))
            except InputErrors:
                continue
            for report in (markdown.render, junit.render, csv.render, render_run):
                report(read)


@pytest.mark.parametrize(("list_", "field"), [("results", "time_factor"), ("cases", "cpu_s")])
@pytest.mark.parametrize("number", [-1, 0, 1e-320, 1e308])
def test_no_limit_is_zero_or_endless(list_: str, field: str, number: float) -> None:
    result = make_result()
    whole = json.loads(render(make_outcome(result, limits={result.case: make_limits()})))
    whole[list_][0][field] = number
    with pytest.raises(InputErrors, match=r"r\.json: expected results of version 1, got: "):
        parse(json.dumps(whole).encode(), Path("r.json"))


@given(st.data())
def test_a_baseline_with_anything_in_any_place_is_compared_or_refused(data: st.DataObject) -> None:
    bench = make_bench(make_timing(times_s=[0.1] * 6), make_timing(solution="b.py", times_s=[0.3] * 6))
    whole = json.loads(baselines.write_document(bench))
    del whole["tables"]
    try:
        then = baselines.parse(changed(data, whole), Path("b.json"))
    except InputErrors as error:
        event("refused" if is_one_line(error) else pytest.fail(str(error)))
        return
    for each in baselines.compare(then, bench, max_slowdown=0.1):
        assert each.now


def test_cases_that_disagree_on_their_groups_are_no_results() -> None:
    worths = [
        Worth(points=1, groups=(Group(name=""), Group(name="g", stops=stops))) for stops in (False, True)
    ]
    results = [
        replace(make_result(case=f"p/{number}"), points=1.0, worth=worth)
        for number, worth in enumerate(worths)
    ]
    outcome = make_outcome(*results, limits={result.case: make_limits() for result in results})
    with pytest.raises(InputErrors, match=r"r\.json: expected results of version 1, got: another group 'g'"):
        parse(render(outcome), Path("r.json"))
