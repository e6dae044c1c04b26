"""Files by name: what is given can be read, what is taken comes back, and there is nothing else to touch."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import BUILD_LIMITS, LIMITS
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.runs import Ending, Run
from judge.platform.files import Content, stored
from judge.running import builds
from judge.running.named_files import Files
from judge.running.programs import Command, Script
from judge.running.runner import Runner
from judge.running.sandbox.wire import MOST_FILES

Native = Callable[[str], Command]

COPIES = """
import sys
with open("input.txt", "rb") as given, open("output.txt", "wb") as taken:
    taken.write(given.read() + "".join(word + ";" for word in sys.argv[1:]).encode())
for path, mode in (("input.txt", "r+"), ("another.txt", "w")):
    try:
        open(path, mode)
    except OSError:
        continue
    print(path, mode)
"""


def python(runner: Runner, source: str) -> Script:
    script = runner.compile_python(source.encode(), "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script), script
    return script


def copied(runner: Runner, program: Command | Script, given: Content) -> Run:
    files = Files(given=(("input.txt", given),), taken=("output.txt",))
    return runner.run(program, b"", LIMITS, arguments=("a b", "", "c"), files=files)


def test_a_warm_program_reads_what_is_given_and_what_it_writes_comes_back(runner: Runner) -> None:
    run = copied(runner, python(runner, COPIES), b"1 2\x00\xff\n")
    assert (run.ending, run.stdout, run.stderr, run.files) == (
        Ending.FINISHED,
        b"",
        b"",
        (b"1 2\x00\xff\na b;;c;",),
    )


def test_an_executed_program_does_and_can_change_nothing_else(runner: Runner, native: Native) -> None:
    run = copied(runner, native("files"), b"1 2\n")
    assert (run.ending, run.stdout, run.files) == (Ending.FINISHED, b"", (b"1 2\na b;;c;",))


def test_so_it_is_at_strict(strict_runner: Runner, native: Native) -> None:
    for program in (python(strict_runner, COPIES), native("files")):
        run = copied(strict_runner, program, b"1 2\n")
        assert (run.ending, run.stdout, run.files) == (Ending.FINISHED, b"", (b"1 2\na b;;c;",))


def test_a_file_may_be_given_where_it_is_stored(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 100_000)
    run = copied(runner, python(runner, COPIES), stored(tmp_path / "large"))
    assert run.files == (b"x" * 100_000 + b"a b;;c;",)


def test_what_a_run_wrote_the_next_does_not_find(runner: Runner) -> None:
    program = python(runner, "open('output.txt', 'a').write('x')")
    for _ in range(2):
        assert copied(runner, program, b"").files == (b"x",)


def test_a_program_without_files_is_where_nothing_is(runner: Runner, native: Native) -> None:
    copied(runner, native("files"), b"")
    assert runner.run(python(runner, "import os; print(os.getcwd())"), b"", LIMITS).stdout == b"/\n"
    assert runner.run(native("files"), b"", LIMITS).files == ()


def test_a_name_may_lie_in_a_folder(runner: Runner) -> None:
    program = python(runner, "open('feedback/score.txt', 'w').write('7')")
    run = runner.run(program, b"", LIMITS, files=Files(taken=("feedback/message.txt", "feedback/score.txt")))
    assert (run.ending, run.files) == (Ending.FINISHED, (b"", b"7"))


@given(
    given_=st.lists(st.binary(max_size=40), max_size=MOST_FILES),
    taken=st.integers(min_value=0, max_value=MOST_FILES),
)
def test_as_many_files_as_there_may_be_come_to_their_names(
    runner: Runner, native: Native, given_: list[bytes], taken: int
) -> None:
    taken = min(taken, MOST_FILES - len(given_))
    files = Files(
        given=tuple((f"given{number}", data) for number, data in enumerate(given_)),
        taken=tuple(f"taken{number}" for number in range(taken)),
    )
    program = python(
        runner,
        f"""
for number in range({len(given_)}):
    print(open(f"given{{number}}", "rb").read())
for number in range({taken}):
    open(f"taken{{number}}", "w").write(str(number))
""",
    )
    run = runner.run(program, b"", LIMITS, files=files)
    assert run.stdout.decode().splitlines() == [repr(data) for data in given_]
    assert run.files == tuple(str(number).encode() for number in range(taken))


def test_too_much_in_a_file_is_too_much_output(runner: Runner) -> None:
    limits = replace(LIMITS, output_bytes=1 << 20)
    program = python(runner, "open('output.txt', 'w').write('x' * (1 << 20) + 'y')")
    run = runner.run(program, b"", limits, files=Files(taken=("output.txt",)))
    assert (run.ending, run.detail, len(run.files[0])) == (Ending.TOO_MUCH_OUTPUT, "output.txt", 1 << 20)


@pytest.mark.parametrize("harm", [shutil.rmtree, lambda desk: Path(desk, "input.txt").unlink()])
def test_a_desk_that_is_not_what_it_was_is_made_anew(runner: Runner, harm: Callable[[str], None]) -> None:
    desk = Files(given=(("input.txt", b""),), taken=("output.txt",)).desk()
    assert desk
    assert Path(desk).is_relative_to(builds.folder())
    harm(desk)
    assert copied(runner, python(runner, COPIES), b"1 2\n").files == (b"1 2\na b;;c;",)


def test_a_link_to_elsewhere_in_a_desk_is_not_followed(runner: Runner, tmp_path: Path) -> None:
    desk = Files(given=(("input.txt", b""),), taken=("output.txt",)).desk()
    (tmp_path / "kept").write_text("kept")
    path = Path(desk or "", "output.txt")
    path.unlink()
    path.symlink_to(tmp_path / "kept")
    assert copied(runner, python(runner, COPIES), b"1 2\n").files == (b"1 2\na b;;c;",)
    assert (tmp_path / "kept").read_text() == "kept"
