"""Bytes against bytes: the order in which a verdict is decided, and the byte at which two outputs part."""

import itertools
from pathlib import Path

import pytest
from helpers import CLUES, OTHER, SOLVED, TWO_CLUES, judged, make_limits, make_run, make_test, puzzles
from hypothesis import given
from hypothesis import strategies as st

from judge.checkers.decision import decide
from judge.checkers.exact import completion, exact
from judge.mistakes.bytewise import blank_equal
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.platform.files import stored
from judge.show.signs import make_legible, make_legible_pieces, make_visible
from judge.subjects.sudoku.formats import GRID_FORMATS

WHITE_SPACE = b" \t\n\r\v\f"
RIGHT, WRONG = b"3\n", b"4\n"

# Few different bytes, so that equal stretches are frequent.
lumpy = st.binary(max_size=12).map(lambda data: bytes(b"12 \n"[byte % 4] for byte in data))


# The order of decisions


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [
        pytest.param(Ending.LOST, Verdict.JE, id="a lost run"),
        pytest.param(Ending.TOO_MUCH_OUTPUT, Verdict.OLE, id="too much output"),
        pytest.param(Ending.OUT_OF_MEMORY, Verdict.MLE, id="out of memory"),
        pytest.param(Ending.OUT_OF_TIME, Verdict.TLE, id="out of time"),
        pytest.param(Ending.IDLE, Verdict.ILE, id="idle"),
        pytest.param(Ending.SIGNALLED, Verdict.RE, id="a signal"),
        pytest.param(Ending.NOT_STARTED, Verdict.RE, id="a file that cannot be started"),
    ],
)
def test_a_limit_and_a_signal_win_over_exit_code_and_output(ending: Ending, verdict: Verdict) -> None:
    for stdout, exit_code, signal in itertools.product((RIGHT, WRONG, b"3", b""), (None, 0, 1), (None, 9)):
        run = make_run(ending=ending, stdout=stdout, exit_code=exit_code, signal=signal, detail="why")
        assert decide(run, make_test(answer=RIGHT)).verdict is verdict


@pytest.mark.parametrize("stdout", [RIGHT, WRONG, b"3", b""])
@pytest.mark.parametrize("exit_code", [1, 2, 137, 255])
def test_a_crash_wins_over_the_output_right_or_wrong(exit_code: int, stdout: bytes) -> None:
    judgement = decide(make_run(exit_code=exit_code, stdout=stdout), make_test(answer=RIGHT))
    assert (judgement.verdict, judgement.message) == (Verdict.RE, f"exit code {exit_code}")


@pytest.mark.parametrize(
    ("stdout", "verdict"), [(RIGHT, Verdict.AC), (b"3", Verdict.PE), (WRONG, Verdict.WA), (b"", Verdict.WA)]
)
def test_a_program_that_finished_is_judged_by_its_output(stdout: bytes, verdict: Verdict) -> None:
    assert decide(make_run(stdout=stdout), make_test(answer=RIGHT)).verdict is verdict


def test_an_answer_that_cannot_be_read_is_the_fault_of_the_judge(tmp_path: Path) -> None:
    (tmp_path / "1.ans").write_bytes(RIGHT)
    test = make_test(answer=stored(tmp_path / "1.ans"))
    assert decide(make_run(stdout=RIGHT), test).verdict is Verdict.AC
    (tmp_path / "1.ans").unlink()
    judgement = decide(make_run(stdout=RIGHT), test)
    message = f"{tmp_path / '1.ans'}: expected a file that can be read, got: No such file or directory"
    assert (judgement.verdict, judgement.message) == (Verdict.JE, message)
    assert decide(make_run(stdout=RIGHT, exit_code=1), test).verdict is Verdict.RE


def test_every_ending_has_its_verdict() -> None:
    assert {ending: decide(make_run(ending=ending), make_test()).verdict for ending in Ending} == {
        Ending.FINISHED: Verdict.WA,
        Ending.SIGNALLED: Verdict.RE,
        Ending.NOT_STARTED: Verdict.RE,
        Ending.TOO_MUCH_OUTPUT: Verdict.OLE,
        Ending.OUT_OF_MEMORY: Verdict.MLE,
        Ending.OUT_OF_TIME: Verdict.TLE,
        Ending.IDLE: Verdict.ILE,
        Ending.LOST: Verdict.JE,
    }


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        pytest.param(Ending.LOST, "the sandbox says so", id="lost"),
        pytest.param(Ending.NOT_STARTED, "the sandbox says so", id="not started"),
        pytest.param(Ending.OUT_OF_MEMORY, "65.25 MiB used, limit 64 MiB", id="memory"),
        pytest.param(Ending.OUT_OF_TIME, "1.06 s of CPU used, limit 1 s", id="time"),
        pytest.param(Ending.IDLE, "3.01 s passed with 1.06 s of CPU, wall limit 3 s", id="idle"),
    ],
)
def test_the_message_has_the_measure_and_the_limit(ending: Ending, message: str) -> None:
    run = make_run(
        ending=ending,
        cpu_s=1.06,
        wall_s=3.014,
        peak_bytes=(65 << 20) + (1 << 18),
        signal=11,
        detail="the sandbox says so",
    )
    test = make_test(limits=make_limits(cpu_s=1.0, memory_bytes=64 << 20, output_bytes=3 << 19))
    assert decide(run, test).message == message


@pytest.mark.parametrize(
    ("detail", "message"),
    [("", "killed by signal 11 (SIGSEGV)"), ("more than 512 threads", "more than 512 threads")],
)
def test_a_signal_is_named_unless_the_judge_sent_it_for_a_reason(detail: str, message: str) -> None:
    run = make_run(ending=Ending.SIGNALLED, signal=11, detail=detail)
    assert decide(run, make_test()).message == message


def test_too_much_output_is_said_of_stdout_or_of_the_file_that_holds_it() -> None:
    test = make_test(limits=make_limits(output_bytes=3 << 19))
    printed, written = (make_run(ending=Ending.TOO_MUCH_OUTPUT, detail=name) for name in ("", "output.txt"))
    assert decide(printed, test).message == "printed more than 1.5 MiB"
    assert decide(written, test).message == "wrote more than 1.5 MiB to output.txt"


def test_too_much_on_stderr_is_said_of_stderr_with_its_limit() -> None:
    run = make_run(ending=Ending.TOO_MUCH_OUTPUT, detail="stderr")
    small, large = (make_test(limits=make_limits(output_bytes=size << 20)) for size in (1, 64))
    assert decide(run, small).message == "printed more than 16 MiB on stderr"
    assert decide(run, large).message == "printed more than 64 MiB on stderr"


def test_a_measure_is_shown_with_the_digits_that_it_needs() -> None:
    test = make_test(limits=make_limits(cpu_s=1, memory_bytes=64 << 20))
    late = make_run(ending=Ending.OUT_OF_TIME, cpu_s=1.00004)
    large = make_run(ending=Ending.OUT_OF_MEMORY, peak_bytes=(64 << 20) + 4096)
    assert decide(late, test).message == "1.00004 s of CPU used, limit 1 s"
    assert decide(large, test).message == "64.004 MiB used, limit 64 MiB"


def test_a_signal_without_a_name_is_told_by_its_number() -> None:
    assert decide(make_run(ending=Ending.SIGNALLED, signal=40), make_test()).message == "killed by signal 40"


@pytest.mark.parametrize("peak_bytes", [None, 64 << 20])
def test_a_peak_that_is_not_known_or_not_too_much_is_not_told(peak_bytes: int | None) -> None:
    run = make_run(ending=Ending.OUT_OF_MEMORY, peak_bytes=peak_bytes)
    assert decide(run, make_test()).message == "limit 64 MiB"


# Two outputs


@pytest.mark.parametrize(
    ("answer", "output", "verdict", "message"),
    [
        pytest.param(b"3\n", b"3\n", Verdict.AC, "", id="the same"),
        pytest.param(b"", b"", Verdict.AC, "", id="nothing asked, nothing said"),
        pytest.param(b"\x00\xff\n", b"\x00\xff\n", Verdict.AC, "", id="bytes that are no text"),
        pytest.param(b"3\n", b"3", Verdict.PE, "at line 1, column 2, byte 1", id="final newline missing"),
        pytest.param(b"3", b"3\n", Verdict.PE, "at line 1, column 2, byte 1", id="final newline too much"),
        pytest.param(b"3\n", b"3\n\n", Verdict.PE, "at line 2, column 1, byte 2", id="blank line at the end"),
        pytest.param(b"3\n", b"3\r\n", Verdict.PE, "at line 1, column 2, byte 1", id="carriage return"),
        pytest.param(
            b"1 \n2 \n", b"1 \n2\n", Verdict.PE, "at line 2, column 2, byte 4", id="trailing space lost"
        ),
        pytest.param(
            b"1\n2\n", b"1\n2 \n", Verdict.PE, "at line 2, column 2, byte 3", id="trailing space too much"
        ),
        pytest.param(b"1 2\n", b"12\n", Verdict.PE, "at line 1, column 2, byte 1", id="separator missing"),
        pytest.param(b"1 2\n", b"1\t2\n", Verdict.PE, "at line 1, column 2, byte 1", id="tab for a space"),
        pytest.param(
            b"1 2\n", b"1\n2\n", Verdict.PE, "at line 1, column 2, byte 1", id="newline for a space"
        ),
        pytest.param(b"12\n", b"\n12\n", Verdict.PE, "at line 1, column 1, byte 0", id="blank line in front"),
        pytest.param(b"", b"\n", Verdict.PE, "at line 1, column 1, byte 0", id="newline for nothing"),
        pytest.param(b"3\n", b"4\n", Verdict.WA, "at line 1, column 1, byte 0", id="another digit"),
        pytest.param(b"3\n", b"", Verdict.WA, "at line 1, column 1, byte 0", id="nothing said"),
        pytest.param(b"3\n", b"\n", Verdict.WA, "at line 1, column 1, byte 0", id="only a newline said"),
        pytest.param(b"1\n2\n", b"1\n", Verdict.WA, "at line 2, column 1, byte 2", id="stopped too early"),
        pytest.param(b"3\n", b"3\x00\n", Verdict.WA, "at line 1, column 2, byte 1", id="zero byte"),
        pytest.param(
            b"3\n", b"\xef\xbb\xbf3\n", Verdict.WA, "at line 1, column 1, byte 0", id="byte order mark"
        ),
        pytest.param(
            b"1 2\n", b"1\xc2\xa02\n", Verdict.WA, "at line 1, column 2, byte 1", id="no-break space"
        ),
        pytest.param(
            b"\xff\n", b"\xfe\n", Verdict.WA, "at line 1, column 1, byte 0", id="equal only as bad text"
        ),
        pytest.param(b"YES\n", b"yes\n", Verdict.WA, "at line 1, column 1, byte 0", id="another case"),
        pytest.param(b"1.0\n", b"1.00\n", Verdict.WA, "at line 1, column 1, byte 0", id="another precision"),
    ],
)
def test_outputs_are_compared_to_the_byte(
    answer: bytes, output: bytes, verdict: Verdict, message: str
) -> None:
    found, said, diagnosis = judged(output, make_test(answer=answer))
    assert found is verdict
    assert message in said
    assert (diagnosis is None) == (verdict is Verdict.AC)


@given(lumpy, lumpy)
def test_presentation_is_what_white_space_alone_can_change(answer: bytes, output: bytes) -> None:
    same_marks = answer.translate(None, WHITE_SPACE) == output.translate(None, WHITE_SPACE)
    expected = Verdict.AC if answer == output else Verdict.PE if same_marks else Verdict.WA
    assert exact(make_test(answer=answer), output).verdict is expected


@given(st.binary(), st.binary())
def test_equal_but_for_white_space_is_an_equivalence(a: bytes, b: bytes) -> None:
    assert blank_equal(a, a)
    assert blank_equal(a, b) == blank_equal(b, a)
    assert blank_equal(a, b" " + a + b"\n")


# Grids with more than one completion


def layout(format: str, grid: bytes) -> bytes:
    return GRID_FORMATS[format].encode_output([grid])


def grid_judged(output: bytes, *, format: str = "luogu", any_answer: bool = False) -> tuple[Verdict, str]:
    """The verdict on an output for the grid with two completions, of which the case names one."""
    test = make_test(
        format=format,
        input=GRID_FORMATS[format].encode_input([TWO_CLUES]),
        answer=layout(format, SOLVED),
        any_answer=any_answer,
    )
    verdict, message, _ = judged(output, test)
    return verdict, message


ALL_FORMATS = pytest.mark.parametrize("format", GRID_FORMATS)
# Wrong in one cell: not what the clues leave open.
NO_COMPLETION = OTHER[:80] + b"1"


@ALL_FORMATS
def test_the_other_completion_is_the_fault_of_a_case_that_promised_one(format: str) -> None:
    verdict, message = grid_judged(layout(format, OTHER), format=format)
    assert verdict is Verdict.JE
    assert "`answer: any`" in message


@ALL_FORMATS
def test_any_completion_will_do_where_the_case_says_so(format: str) -> None:
    for grid in (SOLVED, OTHER):
        assert grid_judged(layout(format, grid), format=format, any_answer=True) == (Verdict.AC, "")


@ALL_FORMATS
@pytest.mark.parametrize("any_answer", [False, True])
def test_what_completes_nothing_is_wrong_under_either_promise(format: str, any_answer: bool) -> None:
    for grid in (NO_COMPLETION, TWO_CLUES, SOLVED[9:18] + SOLVED[:9] + SOLVED[18:]):
        assert grid_judged(layout(format, grid), format=format, any_answer=any_answer)[0] is Verdict.WA


def test_any_completion_is_still_compared_to_the_byte_in_layout() -> None:
    own = layout("luogu", OTHER)
    assert grid_judged(own[:-2] + b"\n", any_answer=True) == (
        Verdict.PE,
        "trailing-blank-missing at line 9, column 18, byte 169: insert ' '",
    )
    assert grid_judged(own.replace(b" ", b""), any_answer=True)[0] is Verdict.PE


def test_a_lost_space_in_another_completion_is_still_the_fault_of_the_case() -> None:
    assert grid_judged(layout("luogu", OTHER).replace(b" ", b""))[0] is Verdict.JE


@pytest.mark.parametrize("any_answer", [False, True])
@pytest.mark.parametrize(
    "output",
    [
        pytest.param(layout("leetcode", SOLVED).replace(b'"5"', rb'"\u0035"', 1), id="escaped"),
        pytest.param(b"\xef\xbb\xbf" + layout("leetcode", SOLVED), id="byte order mark"),
        pytest.param(layout("leetcode", SOLVED).decode().encode("utf-16"), id="UTF-16"),
        pytest.param(layout("leetcode", OTHER).replace(b'"5"', rb'"\u0035"', 1), id="escaped, the other"),
    ],
)
def test_the_same_board_in_other_marks_is_a_wrong_answer(output: bytes, any_answer: bool) -> None:
    assert grid_judged(output, format="leetcode", any_answer=any_answer)[0] is Verdict.WA


def test_fewer_or_more_grids_than_asked_are_wrong() -> None:
    poj = GRID_FORMATS["poj"]
    test = make_test(
        format="poj",
        input=poj.encode_input([CLUES, TWO_CLUES]),
        answer=poj.encode_output([SOLVED, SOLVED]),
        any_answer=True,
    )
    assert exact(test, poj.encode_output([SOLVED, OTHER])).verdict is Verdict.AC
    assert exact(test, poj.encode_output([OTHER, SOLVED])).verdict is Verdict.WA
    assert exact(test, poj.encode_output([SOLVED])).verdict is Verdict.WA
    assert exact(test, poj.encode_output([SOLVED] * 3)).verdict is Verdict.WA


@given(puzzles())
def test_a_completion_of_the_clues_is_recognised_whatever_the_case_answers(
    puzzle: tuple[bytes, bytes],
) -> None:
    clues, solved = puzzle
    test = make_test(format="poj", input=GRID_FORMATS["poj"].encode_input([clues]), answer=b"")
    assert completion(test, layout("luogu", solved)) == layout("poj", solved)


def test_plain_text_has_no_completions() -> None:
    assert completion(make_test(input=b"whatever", answer=b""), layout("luogu", SOLVED)) is None


# Bytes on the screen


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"8 1 \n", "8·1·↵", id="blanks and newline"),
        pytest.param(b"8\t1\r\n", "8→1␍↵", id="tab and carriage return"),
        pytest.param(b"\x1b[31m", r"\x1b[31m", id="escape sequence"),
        pytest.param(b"\x00\x07\x7f", r"\x00\x07\x7f", id="control bytes"),
        pytest.param("·↵".encode(), r"\xc2\xb7\xe2\x86\xb5", id="the signs themselves"),
        pytest.param(b"\x9b31m", r"\x9b31m", id="escape in one byte"),
        pytest.param(b"[red]:smile:", "[red]:smile:", id="markup is no markup"),
        pytest.param(b"", "", id="nothing"),
    ],
)
def test_every_byte_can_be_seen(data: bytes, text: str) -> None:
    assert make_visible(data) == text


def test_lines_may_be_kept() -> None:
    assert make_legible(b"a b\tc\r\n\x1bd\n") == "a b\tc\\r\n\\x1bd\n"


def test_text_in_any_script_can_be_read_and_its_odd_bytes_be_seen() -> None:
    assert make_legible("\u9519\u8bef\u202e".encode() + b"\xff") == "\u9519\u8bef\\u202e\\xff"


@given(st.binary())
def test_no_control_byte_comes_through(data: bytes) -> None:
    assert make_visible(data).isprintable()
    assert make_legible(data).replace("\n", "").replace("\t", "").isprintable()


@given(st.lists(st.binary(max_size=3) | st.sampled_from(["\u9519".encode()[:2], "\u9519".encode()[2:]])))
def test_bytes_are_as_legible_wherever_they_are_cut(pieces: list[bytes]) -> None:
    assert "".join(make_legible_pieces(pieces)) == make_legible(b"".join(pieces))


def test_different_bytes_never_look_the_same() -> None:
    assert make_visible(rb"\x1b") != make_visible(b"\x1b")
