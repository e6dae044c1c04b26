"""Records with a generator instead of tests: what the validator accepts, and correct programs agree on."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from helpers import need
from msgspec.structs import replace

from judge import Judge
from judge.library.recipes import MadeTests, TestMaker, read_words
from judge.packages.datasets.problem import CheckerText, Problem, ProgramText, Recipe

# Prints its words, and may fail on purpose.
GENERATOR = """\
#include <cstdio>
#include <cstring>
int main(int count, char** words) {
    if (count == 1) return 0;
    if (!strcmp(words[1], "-fail")) { fputs("no such key\\n", stderr); return 1; }
    for (int at = 1; at < count; at++) printf("%s%c", words[at], at + 1 < count ? ' ' : '\\n');
}
"""
CLOCK = """\
#include <ctime>
#include <cstdio>
int main() {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    printf("%d 1\\n", (int) now.tv_nsec);
}
"""
# Accepts two numbers.
VALIDATOR = """\
#include <cstdio>
int main() {
    int a, b; char end, more;
    if (scanf("%d %d%c%c", &a, &b, &end, &more) == 3 && end == '\\n') return 0;
    fputs("FAIL expected two numbers\\n", stderr);
    return 3;
}
"""
ADDS = "a, b = map(int, input().split())\nprint(a + b)\n"
ODD = f"{ADDS}print(*[1] * (a == 13))\n"
# What the judge says of its last line.
EXTRA = "debug-after at line 2, column 1, byte 3: remove '1\\n'"
CRASHES = f"{ADDS}assert a != 9\n"
# Accepts each number of the right parity.
CHECKER = """\
import sys
answer, output = (int(open(path).read().split()[0]) for path in sys.argv[2:0:-1])
got = int(sys.stdin.read().split()[0])
sys.exit(42 if got % 2 == output % 2 else 43)
"""


@pytest.fixture(scope="module")
def maker() -> Iterator[TestMaker]:
    need("g++")
    with Judge(jobs=2) as judge:
        yield TestMaker(judge)


def make(
    maker: TestMaker, *commands: str, checker: CheckerText | None = None, **changes: object
) -> MadeTests:
    usual = Recipe(
        generator=GENERATOR.encode(),
        commands=commands,
        validator=VALIDATOR.encode(),
        programs=in_python(ADDS, ODD, CRASHES),
    )
    recipe = replace(usual, **changes)
    return maker.make(Problem(id="sum", checker=checker, recipe=recipe), recipe)


def in_python(*sources: str) -> tuple[ProgramText, ...]:
    return tuple(ProgramText(source=source.encode(), language="python") for source in sources)


def test_a_test_has_a_valid_input_and_an_answer_that_correct_programs_agree_on(maker: TestMaker) -> None:
    commands = (
        "./gen 1 2",
        "./gen -fail",
        "gen 13 2",
        "./gen",
        "./gen 1 2 3",
        "./gen 9 2",
        "./gen '1' 2",
        "ls",
    )
    made = make(maker, *commands)
    assert made.tests == ((b"1 2\n", b"3\n"), (b"9 2\n", b"11\n"))
    assert [(one.problem, one.command, one.reason) for one in made.left_out] == [
        ("sum", "./gen -fail", "the generator fails: no such key"),
        ("sum", "gen 13 2", f"correct programs disagree: {EXTRA}"),
        ("sum", "./gen", "the generator fails: nothing is printed"),
        ("sum", "./gen 1 2 3", "the validator refuses the input: FAIL expected two numbers"),
        ("sum", "ls", "expected ./gen and its words, got 'ls'"),
    ]


@pytest.mark.parametrize("programs", [in_python(ADDS, ODD), in_python("def f(:")], ids=["made", "not made"])
def test_each_step_is_told_with_its_count_until_the_tests_are_made(programs: tuple[ProgramText, ...]) -> None:
    need("g++")
    told: list[str] = []
    number = str(uuid4().int)  # not from the cache
    with Judge(jobs=2) as judge:
        maker = TestMaker(judge, told.append)
        made = make(maker, f"./gen {number} 2", "./gen 1 2", "./gen 4", programs=programs)
    steps = [f"generator {done} of 3" for done in range(3)] + [f"validator {done} of 3" for done in range(3)]
    if made.tests:
        steps += [f"correct program {done} of 2" for done in range(2)]
        steps += [f"comparison {done} of 2" for done in range(2)]
    assert told == [*(f"making the tests of sum: {step}" for step in steps), ""]


def test_programs_that_do_not_end_well_have_no_say_but_two_have_to(maker: TestMaker) -> None:
    made = make(maker, "./gen 1 2", "./gen 9 2", programs=in_python(CRASHES, ADDS))
    assert made.tests == ((b"1 2\n", b"3\n"),)
    assert [one.reason for one in made.left_out] == ["only one correct program ends well"]
    alone = make(maker, "./gen 1 2", "./gen 9 2", programs=in_python(CRASHES))
    assert alone.tests == ((b"1 2\n", b"3\n"),)
    assert [one.reason for one in alone.left_out] == ["no correct program ends well"]


def test_programs_that_cannot_be_built_are_passed_over(maker: TestMaker) -> None:
    programs = in_python("print 1", "def f(:", ADDS, CRASHES)
    assert make(maker, "./gen 1 2", programs=programs).tests == ((b"1 2\n", b"3\n"),)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"generator": b"int main( {"}, "its generator: the compiler refused the source"),
        ({"validator": b"int main( {"}, "its validator: the compiler refused the source"),
        ({"validator": b"int main() { return 1; }"}, "its generator makes no test: ./gen 1 2: the validator"),
        ({"programs": in_python("def f(:")}, "none of its correct programs can be built here: "),
        ({"programs": in_python(ADDS, "print(1)")}, "./gen 1 2: correct programs disagree: "),
    ],
)
def test_without_a_single_test_the_reason_is_named(
    maker: TestMaker, changes: dict[str, object], reason: str
) -> None:
    made = make(maker, "./gen 1 2", **changes)
    assert not made.tests
    assert reason in made.unfit


def test_the_checker_decides_whether_programs_agree(maker: TestMaker) -> None:
    checker = CheckerText(source=CHECKER.encode(), language="python", protocol="kattis")
    more = ADDS.replace("a + b", "a + b + 2")
    assert make(maker, "./gen 1 2", checker=checker, programs=in_python(ADDS, more)).tests
    other = make(maker, "./gen 1 2", checker=checker, programs=in_python(ADDS, "print(4)"))
    assert "correct programs disagree" in other.unfit
    broken = replace(checker, source=b"1 / 0")
    assert "the checker fails" in make(maker, "./gen 1 2", checker=broken).unfit


def test_a_missing_testlib_is_named(maker: TestMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.cases.testlib.HEADERS", ())
    monkeypatch.delenv("CPATH", raising=False)
    generator = b'#include "testlib.h"\n' + GENERATOR.encode()
    unfit = make(maker, "./gen 1 2", generator=generator).unfit
    assert unfit.startswith("its generator: source: expected testlib.h, which the program includes")


def test_made_tests_are_kept(maker: TestMaker) -> None:
    # Another input with each run, and no other test has the same.
    clock = f"{CLOCK}// {uuid4()}\n".encode()
    first = make(maker, "./gen", generator=clock)
    assert len(first.tests) == 1
    assert make(maker, "./gen", generator=clock) == first
    assert make(maker, "./gen", "./gen 2", generator=clock).tests[0] != first.tests[0]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("./gen -n 5 -t 'a b'", ("-n", "5", "-t", "a b")),
        ("gen", ()),
        ("./generator 1", ("1",)),
    ],
)
def test_the_words_of_a_command_follow_the_generator(command: str, words: tuple[str, ...]) -> None:
    assert read_words(command) == words


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "expected ./gen and its words, got ''"),
        ("-n 5", "expected ./gen and its words, got '-n 5'"),
        ("./gen 5 > test.txt", "expected words for the generator alone, got '>'"),
        ("./gen 5 | sort", "expected words for the generator alone, got '|'"),
        ("./gen 'a", "expected words, got: No closing quotation"),
    ],
)
def test_a_command_that_needs_a_shell_is_refused(command: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^expected") as raised:
        read_words(command)
    assert str(raised.value) == message
