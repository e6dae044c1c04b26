"""Checkers that a problem brings: what each protocol means, and what becomes of one that fails."""

import shutil
from math import nan
from pathlib import Path

import pytest
from conftest import own_core
from helpers import SEAL, FakeRunner, Impatient, make_limits, make_run, make_solution, make_test
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.checkers import brought
from judge.checkers.checker import Judgement
from judge.model.programs import CheckerProgram
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.running.languages import prepare
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.runner import Runner
from judge.work.slots import Slot

AC, PE, WA, JE = Verdict.AC, Verdict.PE, Verdict.WA, Verdict.JE
# Other exit codes have no meaning.
CODES = {
    "testlib": {0: AC, 1: WA, 2: PE, 4: PE, 8: PE},
    "kattis": {42: AC, 43: WA},
    "icpc": {42: AC, 43: WA},
    "cms": {},
}


def a_checker(protocol: str, path: Path = Path(__file__), *words: str) -> CheckerProgram:
    return CheckerProgram(program=make_solution(path=path), protocol=protocol, arguments=words)


def judged(protocol: str, run: Run, *, points: float | None = 1.0) -> Judgement:
    checker = a_checker(protocol, Path(__file__))
    checker = replace(checker, program=replace(checker.program, path=Path("check.cpp")))
    read = brought.PROTOCOLS[checker.protocol].read
    return brought.judgement_of(checker, run, make_limits(cpu_s=10), points=points, read=read)


def feedback(words: bytes = b"", score: bytes = b"") -> tuple[tuple[str, bytes], ...]:
    return (("judgemessage.txt", words), ("score.txt", score), ("state.txt", b"its own"))


@pytest.mark.parametrize("protocol", brought.PROTOCOLS)
def test_an_exit_code_means_what_the_protocol_says_or_nothing(protocol: str) -> None:
    for code in range(256):
        run = make_run(exit_code=code, stderr=b"words")
        verdict = CODES[protocol].get(code, JE)
        judgement = judged(protocol, run)
        assert (judgement.verdict, judgement.said) == (verdict, b"words")
        assert (judgement.message == "") == (verdict is not JE)


@pytest.mark.parametrize(
    ("stderr", "points", "verdict", "expected", "message"),
    [
        pytest.param(b"points 1 good\n", 1, AC, 1, "", id="the whole"),
        pytest.param(b"points 0.5 so so\n", 1, WA, 0.5, "0.5 of 1 points", id="a part"),
        pytest.param(b"points 0\n", 1, WA, 0, "", id="nothing"),
        pytest.param(b"points 25\n", 50, WA, 25, "25 of 50 points", id="of many"),
        pytest.param(
            b"points 33.3333333333\n", 100 / 3, AC, 100 / 3, "", id="as many decimals as testlib has"
        ),
        pytest.param(b"points 1e-3\n", 1, WA, 0.001, "0.001 of 1 points", id="an exponent"),
        pytest.param(b"points 0.5", None, WA, 0.5, "0.5 of 1 points", id="a part, for a test without points"),
        pytest.param(b"points 10\n", None, AC, 1, "", id="absolute, for a test without points"),
        pytest.param(b"points 66.6666666667\n", 200 / 3, AC, 200 / 3, "", id="rounded up"),
        pytest.param(b"points 0.0006666667\n", 0.002 / 3, AC, 0.002 / 3, "", id="few, rounded up"),
        pytest.param(b"points 7\n", 0, AC, 0, "", id="of a test that counts nothing"),
    ],
)
def test_points_of_testlib_are_a_part_of_the_test(
    stderr: bytes, points: float | None, verdict: Verdict, expected: float, message: str
) -> None:
    judgement = judged("testlib", make_run(exit_code=7, stderr=stderr), points=points)
    assert (judgement.verdict, judgement.points, judgement.message) == (verdict, expected, message)
    assert judgement.said == stderr.rstrip()


@given(st.floats(1e-3, 1e6), st.floats(1.0001, 1e3))
def test_a_checker_that_gives_more_points_than_the_test_has_fails(most: float, times: float) -> None:
    words = f"points {most * times:.10f} all and more".encode()
    judgement = judged("testlib", make_run(exit_code=7, stderr=words), points=most)
    assert (judgement.verdict, judgement.points, judgement.said) == (JE, None, words)
    assert judgement.message == f"check.cpp: expected from 0 to {most:.12g} points, got {most * times:.10f}"


@pytest.mark.parametrize(("points", "verdict"), [(b"0", WA), (b"0.5", AC), (b"10", AC)])
def test_points_of_testlib_in_a_group_without_points_only_accept(points: bytes, verdict: Verdict) -> None:
    judgement = judged("testlib", make_run(exit_code=7, stderr=b"points " + points), points=nan)
    assert (judgement.verdict, judgement.points) == (verdict, None)


@pytest.mark.parametrize(
    ("fraction", "points", "verdict", "expected"),
    [(b"1/4", 30, WA, 7.5), (b"4/4", 30, AC, 30), (b"0/9", 30, WA, 0), (b"1/4", nan, AC, None)],
)
def test_a_checker_of_testlib_may_give_a_share_of_the_points(
    fraction: bytes, points: float, verdict: Verdict, expected: float | None
) -> None:
    run = make_run(exit_code=7, stderr=b"some are right\npartial " + fraction + b"\n")
    judgement = judged("testlib", run, points=points)
    assert (judgement.verdict, judgement.points) == (verdict, expected)


@pytest.mark.parametrize(
    ("stderr", "got"),
    [
        pytest.param(b"partial 5/4", "from 0 to 1, got 5/4", id="more than the whole"),
        pytest.param(b"partial 100000001/100000000", "got 100000001/100000000", id="a little more"),
        pytest.param(b"points -0.0000001", "from 0 on, got -0.0000001", id="a little less than none"),
        pytest.param(b"partial 1/0", "got 'partial'", id="a part of nothing"),
        pytest.param(b"points -1", "points from 0 on, got -1", id="fewer than none"),
        pytest.param(b"points 1.01", "expected from 0 to 1 points, got 1.01", id="more than the test has"),
        pytest.param(b"points nan", "got 'nan'", id="NaN"),
        pytest.param(b"points inf", "got 'inf'", id="infinity"),
        pytest.param(b"points 1e999", "got '1e999'", id="too large a number"),
        pytest.param(b"points 1_0", "got '1_0'", id="a number of Python"),
        pytest.param(b"points points_info=1", "got 'points_info=1'", id="for another program"),
        pytest.param(b"points", "got ''", id="none"),
        pytest.param(b"\x1b[2J\x00", r"got '\x1b[2J\x00'", id="what could command a terminal"),
    ],
)
def test_points_that_are_none_are_the_checkers_failure(stderr: bytes, got: str) -> None:
    judgement = judged("testlib", make_run(exit_code=7, stderr=stderr))
    assert (judgement.verdict, judgement.points) == (JE, None)
    assert judgement.message.startswith("check.cpp: expected ")
    assert judgement.message.endswith(got)


@pytest.mark.parametrize(
    "words",
    [
        b"Traceback (most recent call last):\n  ...\nIndexError: list index out of range\n",
        b'Exception in thread "main" java.lang.NullPointerException\n',
        b"panic: index out of range\n\ngoroutine 1 [running]:\n",
        b"Error: x\n    at main\n\nNode.js v18.19.0\n",
    ],
    ids=["Python", "Java", "Go", "Node"],
)
@pytest.mark.parametrize("code", [1, 2])
def test_a_crash_is_no_verdict_though_its_exit_code_would_be_one(words: bytes, code: int) -> None:
    judgement = judged("testlib", make_run(exit_code=code, stderr=words))
    assert (judgement.verdict, judgement.said) == (JE, words.rstrip())
    assert judgement.message == "check.cpp: expected a program that ends by itself, got a crash"


@pytest.mark.parametrize(
    ("code", "score", "verdict", "points"),
    [
        pytest.param(42, b"", AC, None, id="none"),
        pytest.param(42, b"12.5\n", AC, 12.5, id="some"),
        pytest.param(42, b"-3", AC, -3, id="fewer than none"),
        pytest.param(43, b"12.5\n", WA, None, id="of what is not accepted"),
        pytest.param(42, b"many", JE, None, id="no number"),
        pytest.param(42, b"inf", JE, None, id="infinity"),
        pytest.param(42, b"1 2", JE, None, id="two numbers"),
    ],
)
def test_a_validator_of_kattis_may_give_points(
    code: int, score: bytes, verdict: Verdict, points: float | None
) -> None:
    judgement = judged("kattis", make_run(exit_code=code, left=feedback(b"why\n", score)))
    assert (judgement.verdict, judgement.points) == (verdict, points)
    assert judgement.said.startswith(b"why")


@pytest.mark.parametrize(
    ("stdout", "points", "verdict", "expected", "message"),
    [
        pytest.param(b"1.0\n", 1, AC, 1, "", id="the whole"),
        pytest.param(b"1", 30, AC, 30, "", id="without a newline"),
        pytest.param(b"0.25\nmore\n", 30, WA, 7.5, "7.5 of 30 points", id="a part"),
        pytest.param(b"0.0\n", 0, WA, 0, "", id="nothing of nothing"),
        pytest.param(b"1.0\n", 0, AC, 0, "", id="all of nothing"),
    ],
)
def test_a_comparator_of_cms_gives_a_share(
    stdout: bytes, points: float, verdict: Verdict, expected: float, message: str
) -> None:
    run = make_run(stdout=stdout, stderr=b"translate:partial\nsecret\n")
    judgement = judged("cms", run, points=points)
    assert (judgement.verdict, judgement.points, judgement.message) == (verdict, expected, message)
    assert judgement.said == b"Output is partially correct"


@given(st.floats(0, 1), st.sampled_from(["cms", "testlib"]))
def test_a_share_is_no_number_of_points_in_a_group_of_pass_fail(share: float, protocol: str) -> None:
    words = f"{share}".encode()
    run = make_run(stdout=words) if protocol == "cms" else make_run(exit_code=7, stderr=b"points " + words)
    judgement = judged(protocol, run, points=nan)
    assert judgement.verdict in (AC, WA)
    assert (judgement.points, judgement.message) == (None, "")


@pytest.mark.parametrize(
    "stdout", [b"", b"\n1.0", b"1.1", b"-0.1", b"nan", b"inf", b"1,0", b"one", b"\xff\x00"]
)
def test_what_is_no_share_is_the_checkers_failure(stdout: bytes) -> None:
    judgement = judged("cms", make_run(stdout=stdout, stderr=b"my words"))
    assert (judgement.verdict, judgement.said) == (JE, b"my words")
    assert "from 0 to 1 on stdout, got " in judgement.message


@pytest.mark.parametrize("protocol", brought.PROTOCOLS)
@pytest.mark.parametrize("ending", [ending for ending in Ending if ending is not Ending.FINISHED])
def test_a_checker_that_was_stopped_or_crashed_says_nothing(protocol: str, ending: Ending) -> None:
    run = make_run(ending=ending, exit_code=None, signal=11, stdout=b"1.0", stderr=b"words", detail="why")
    judgement = judged(protocol, run)
    assert (judgement.verdict, judgement.points, judgement.said) == (JE, None, b"words")
    assert judgement.message.startswith("check.cpp: expected a program that ends by itself, got: ")
    assert not judgement.message.endswith("got: ")


@pytest.mark.parametrize(
    ("code", "left", "points", "verdict", "given"),
    [
        pytest.param(42, {}, 40.0, AC, None, id="nothing said: all of them"),
        pytest.param(42, {"score.txt": b"12.5\n"}, 40.0, AC, 12.5, id="a score"),
        pytest.param(42, {"score.txt": b"40"}, 40.0, AC, 40.0, id="the whole"),
        pytest.param(42, {"score_multiplier.txt": b"0.25\n"}, 40.0, AC, 10.0, id="a share"),
        pytest.param(42, {"score_multiplier.txt": b"1e0"}, 40.0, AC, 40.0, id="all of it"),
        pytest.param(42, {"score.txt": b"7"}, 0.0, AC, None, id="of a sample nothing counts"),
        pytest.param(42, {}, nan, AC, None, id="none in a group of pass-fail"),
        pytest.param(43, {}, 40.0, WA, None, id="refused"),
        pytest.param(42, {"score.txt": b"1", "score_multiplier.txt": b"1"}, 40.0, JE, None, id="both"),
        pytest.param(42, {"score.txt": b"41"}, 40.0, JE, None, id="more than there are"),
        pytest.param(42, {"score.txt": b"-1"}, 40.0, JE, None, id="less than none"),
        pytest.param(42, {"score_multiplier.txt": b"1.5"}, 40.0, JE, None, id="more than all"),
        pytest.param(42, {"score.txt": b""}, 40.0, JE, None, id="no number"),
        pytest.param(42, {"score_multiplier.txt": b"half"}, 40.0, JE, None, id="a word"),
        pytest.param(42, {"score.txt": b"1"}, nan, JE, None, id="a score in a group of pass-fail"),
        pytest.param(43, {"score.txt": b"0"}, 40.0, JE, None, id="a score of what is refused"),
        pytest.param(43, {"score_multiplier.txt": b"0"}, 40.0, JE, None, id="a share of what is refused"),
        pytest.param(0, {}, 40.0, JE, None, id="another exit code"),
        pytest.param(43, {"nextpass.in": b""}, 40.0, JE, None, id="another pass of what is refused"),
    ],
)
def test_a_validator_of_newer_packages_scores_what_it_accepts_within_its_points(
    code: int, left: dict[str, bytes], points: float, verdict: Verdict, given: float | None
) -> None:
    judgement = judged("icpc", make_run(exit_code=code, left=tuple(left.items())), points=points)
    assert (judgement.verdict, judgement.points) == (verdict, given)


@pytest.mark.parametrize("word", ["1.0000001", "1.1", "-0.00000001", "+2e0", "1.00000100"])
@pytest.mark.parametrize("protocol", ["icpc", "cms"])
def test_a_share_that_is_none_is_shown_as_it_was_written(protocol: str, word: str) -> None:
    run = make_run(stdout=word.encode())
    if protocol == "icpc":
        run = make_run(exit_code=42, left=(("score_multiplier.txt", word.encode() + b"\n"),))
    judgement = judged(protocol, run, points=40.0)
    place = "in score_multiplier.txt" if protocol == "icpc" else "on stdout"
    assert judgement.message.endswith(f"expected a number from 0 to 1 {place}, got {word}")


@pytest.mark.parametrize("protocol", ["kattis", "icpc"])
def test_an_empty_input_is_one_of_another_pass(protocol: str) -> None:
    judgement = judged(protocol, make_run(exit_code=42, left=(("nextpass.in", b""), ("state", b"1"))))
    assert judgement.following
    assert (judgement.following.input, judgement.following.left) == (b"", (("state", b"1"),))


_words = st.binary(max_size=40) | st.sampled_from([b"points 1", b"1.0\n", b"0.5"])


@given(
    st.sampled_from(sorted(brought.PROTOCOLS)),
    st.integers(0, 255) | st.sampled_from([0, 7, 42]),
    _words,
    _words,
    st.dictionaries(
        st.sampled_from(["judgemessage.txt", "score.txt", "score_multiplier.txt", "nextpass.in", "state"]),
        _words,
    ),
    st.sampled_from([0.0, 1.0, 100 / 3]),
)
def test_whatever_a_checker_says_is_a_verdict_with_points_within_the_whole(
    protocol: str, code: int, stdout: bytes, stderr: bytes, left: dict[str, bytes], points: float
) -> None:
    run = make_run(exit_code=code, stdout=stdout, stderr=stderr, left=tuple(left.items()))
    judgement = judged(protocol, run, points=points)
    if judgement.following:
        assert judgement.following.input == left.pop("nextpass.in")
        assert dict(judgement.following.left) == left
    assert judgement.verdict in (AC, PE, WA, JE)
    assert judgement.message.isprintable()
    if protocol != "kattis" and judgement.points is not None:
        assert 0 <= judgement.points <= points
        assert (judgement.verdict is AC) or judgement.points < points or not points


def test_long_words_are_cut() -> None:
    judgement = judged("testlib", make_run(exit_code=1, stderr=b"x" * 10_000_000))
    assert len(judgement.said) < 9000
    assert judgement.said.endswith(b"\n[9991808 bytes left out]")


@pytest.mark.parametrize(
    ("run", "verdict"),
    [
        pytest.param(make_run(stdout=b"42\n", exit_code=1), Verdict.RE, id="crashed"),
        pytest.param(make_run(stdout=b"42\n", ending=Ending.OUT_OF_TIME), Verdict.TLE, id="late"),
        pytest.param(make_run(stdout=b"42\n", ending=Ending.TOO_MUCH_OUTPUT), Verdict.OLE, id="long"),
        pytest.param(make_run(stdout=b"42\n", ending=Ending.LOST), JE, id="lost"),
    ],
)
def test_a_run_that_did_not_end_well_is_not_checked(run: Run, verdict: Verdict, tmp_path: Path) -> None:
    path = tmp_path / "check.py"
    path.write_text("")
    asked: list[bytes] = []

    def never(stdin: bytes) -> Run:
        asked.append(stdin)
        return make_run()

    test = make_test(checker=a_checker("testlib", path))
    slot = Slot(runner=FakeRunner(never), seal=SEAL)  # type: ignore[arg-type]
    judgement = slot.judge_output(run, test).judgement
    assert (judgement.verdict, asked) == (verdict, [])


def test_its_limits_are_wide_and_grow_with_those_of_the_solution() -> None:
    assert brought.limits_of(make_limits(cpu_s=0.5)).cpu_s == 10
    assert brought.limits_of(make_limits(cpu_s=3)).cpu_s == 30
    assert brought.limits_of(make_limits(memory_bytes=1 << 20, output_bytes=1)).memory_bytes == 1 << 30


# Real programs. Each accepts the answer that is twice the input, and says so in its protocol.

DOUBLES = {
    "testlib.py": "import sys\na, b, c = (open(path).read() for path in sys.argv[1:4])\nsys.stderr.write(c)\n"
    "sys.exit(int(b) != 2 * int(a))\n",
    "kattis.py": "import sys\na, c = (open(path).read() for path in sys.argv[1:3])\nb = input()\n"
    "open(sys.argv[3] + 'judgemessage.txt', 'a').write(c)\n"
    "open(sys.argv[3] + 'score.txt', 'w').write('7')\nsys.exit(42 if int(b) == 2 * int(a) else 43)\n",
    "cms.py": "import sys\na, c, b = (open(path).read() for path in sys.argv[1:4])\nsys.stderr.write(c)\n"
    "print(1.0 if int(b) == 2 * int(a) else 0.0)\n",
    "testlib.cpp": "#include <fstream>\n#include <iostream>\n"
    "int main(int, char **words) {\n    int a, b, c;\n    std::ifstream(words[1]) >> a;\n"
    "    std::ifstream(words[2]) >> b;\n    std::ifstream(words[3]) >> c;\n"
    "    std::cerr << c << std::endl;\n    return b != 2 * a;\n}\n",
    "kattis.c": "#include <stdio.h>\n#include <string.h>\n"
    "int main(int count, char **words) {\n    int a, b, c;\n"
    '    char path[99] = "";\n    fscanf(fopen(words[1], "r"), "%d", &a);\n'
    '    fscanf(fopen(words[2], "r"), "%d", &c);\n    scanf("%d", &b);\n    strcat(path, words[3]);\n'
    '    fprintf(fopen(strcat(path, "/judgemessage.txt"), "a"), "%d\\n", c);\n'
    "    return b == 2 * a ? 42 : 43;\n}\n",
    "cms.js": "const read = path => require('fs').readFileSync(path, 'utf8');\n"
    "const [a, c, b] = process.argv.slice(2, 5).map(read);\n"
    "process.stderr.write(c);\nconsole.log(Number(b) == 2 * Number(a) ? '1.0' : '0.0');\n",
}


def asked(runner: Runner, source: str, name: str, folder: Path, output: bytes, *words: str) -> Judgement:
    """Return the judgement of a checker with this source. Its name begins with its protocol."""
    path = folder / name
    path.write_text(source)
    checker = a_checker(path.stem, path, *words)
    made = prepare(checker.program, runner)
    assert not isinstance(made, Unready), made
    return brought.check(checker, made, make_test(input=b"21\n", answer=b"42\n"), output, runner)


@pytest.mark.parametrize("name", DOUBLES)
def test_every_protocol_in_several_languages(name: str, tmp_path: Path, runner: Runner) -> None:
    tool = {".cpp": "g++", ".c": "gcc", ".js": "node"}.get(Path(name).suffix)
    if tool and not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    for output, verdict in ((b"42", AC), (b"41\n", WA)):
        judgement = asked(runner, DOUBLES[name], name, tmp_path, output)
        assert (judgement.verdict, judgement.said) == (verdict, b"42"), judgement.message


@pytest.mark.parametrize("name", ["testlib.py", "kattis.py"])
def test_a_checker_works_where_nothing_else_is_to_be_seen(
    name: str, tmp_path: Path, strict_runner: Runner
) -> None:
    for output, verdict in ((b"42", AC), (b"41\n", WA)):
        assert asked(strict_runner, DOUBLES[name], name, tmp_path, output).verdict is verdict


def test_words_of_the_problem_come_last(tmp_path: Path, runner: Runner) -> None:
    source = "import sys\nsys.stderr.write(' '.join(sys.argv[1:]))\nsys.exit(42)\n"
    judgement = asked(runner, source, "kattis.py", tmp_path, b"", "case_sensitive", "-x")
    assert (judgement.verdict, judgement.said) == (AC, b"input answer feedback/ case_sensitive -x")


# Each tries to get what is not its own, and accepts if it does.
ATTEMPTS = {
    "the users of the machine": "open('/etc/passwd').read()",
    "the folder of the cases": "__import__('os').listdir({folder!r})",
    "its own source": "open({folder!r} + '/testlib.py').read()",
    "another file next to its own": "open('score', 'w').write('1')",
    "its input, to be written": "open('input', 'r+').write('1')",
    "the answer, to be written": "open('answer', 'w').write('1')",
    "the network": "__import__('socket').create_connection(('127.0.0.1', 9))",
    "a process": "__import__('os').fork()",
    "the keeper": "__import__('os').kill(__import__('os').getppid(), 9)",
    "another program": "__import__('os').execv('/bin/sh', ['sh', '-c', 'exit 0'])",
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_hostile_checker_gets_nothing(attempt: str, tmp_path: Path) -> None:
    source = ATTEMPTS[attempt].format(folder=str(tmp_path)) + "\n"
    with Runner(core=own_core(), closed=Closed(sealed=(tmp_path,))) as runner:
        judgement = asked(runner, source, "testlib.py", tmp_path, b"42\n")
        assert judgement.verdict is JE, judgement
        assert judgement.said.startswith(b"Traceback"), judgement
        # The next one is served.
        assert asked(runner, DOUBLES["testlib.py"], "testlib.py", tmp_path, b"42\n").verdict is AC


GREEDY = {
    "never ends": ("while True: pass", "s of CPU used, limit 0.1 s"),
    "sleeps": ("import time\ntime.sleep(1000)", "s passed with"),
    "fills the memory": ("b'x' * (2 << 30)", "a crash"),
    "holds much memory": ("x = bytearray(b'x') * (150 << 20)\nimport time\ntime.sleep(1000)", ""),
    "floods stderr": ("import sys\nwhile True: sys.stderr.write('x' * 65536)", "on stderr"),
    "floods stdout": ("while True: print('x' * 65536)", "printed more than"),
    "starts many": ("import os\nwhile True: os.fork()", "a crash"),
    "kills itself": ("import os\nos.abort()", "killed by signal 6 (SIGABRT)"),
    "crashes": ("1 / 0", "a crash"),
}
SMALL = Impatient(cpu_s=0.1, memory_bytes=128 << 20, output_bytes=1 << 20)


@pytest.mark.parametrize("name", GREEDY)
def test_a_greedy_checker_is_stopped_and_its_own_failure(
    name: str, tmp_path: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(_: Limits) -> Limits:
        return SMALL

    monkeypatch.setattr(brought, "limits_of", small)
    source, words = GREEDY[name]
    judgement = asked(runner, source + "\n", "testlib.py", tmp_path, b"42\n")
    assert judgement.verdict is JE
    assert words in judgement.message
    assert judgement.message.startswith(f"{tmp_path}/testlib.py: expected a program that ends by itself, got")


def test_what_a_validator_writes_is_bounded(
    tmp_path: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brought, "limits_of", lambda _: replace(SMALL, cpu_s=10))
    source = "with open('feedback/judgemessage.txt', 'w') as file:\n    while True: file.write('x' * 65536)\n"
    judgement = asked(runner, source, "kattis.py", tmp_path, b"42\n")
    assert judgement.verdict is JE
    assert "expected a program that ends by itself, got: wrote more than 1 MiB to" in judgement.message
    assert len(judgement.said) < 9000


@pytest.mark.parametrize("score", [b"1e308", b"-1e10", b"inf", b"nan", b"1e999"])
def test_a_score_is_no_more_than_a_problem_may_count(score: bytes) -> None:
    assert judged("kattis", make_run(exit_code=42, left=feedback(score=score))).verdict is JE


def test_a_long_word_that_is_no_number_is_read_once() -> None:
    """Quadratic time would be hours."""
    word = b"1" * 1_000_000 + b"x"
    for protocol, run in (
        ("cms", make_run(stdout=word)),
        ("kattis", make_run(exit_code=42, left=feedback(score=word))),
        ("testlib", make_run(exit_code=7, stderr=b"points " + word)),
    ):
        assert judged(protocol, run).verdict is JE
