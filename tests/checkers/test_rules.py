"""The rules that may decide: their spelling, and a comparison of each with a naive implementation."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, make_test, run_here, verdict_of, write_project
from outputs import ASKED, COMPLETIONS, near_grids, near_texts, near_values
from retold import NAIVE, SIX, Rule, board, completes, json_value

from judge import JudgeError, check
from judge.checkers.rules import checker_of, rule_of
from judge.checkers.sites import PROFILES
from judge.model import cases
from judge.model.verdicts import Verdict
from judge.subjects.sudoku.formats import GRID_FORMATS

AC, WA = Verdict.AC, Verdict.WA
OUTPUTS = 10_000


def disagreements(
    rule: str,
    tests: Iterable[tuple[bytes, cases.Test]],
    naive: Callable[[bytes, cases.Test], Verdict | None],
    count: int = OUTPUTS,
) -> list[tuple[bytes, object, Verdict | None]]:
    """Outputs of which the rule says something else; it says yes and no of many."""
    checker = checker_of(rule)
    said = [(output, test, verdict_of(checker, output, test), naive(output, test)) for output, test in tests]
    verdicts = [own for _, _, own, _ in said]
    assert len(said) == count
    assert min(verdicts.count(AC), verdicts.count(WA)) > count / 20
    return [(output, test.answer, own) for output, test, own, second in said if own is not second]


@cache
def texts() -> list[tuple[bytes, cases.Test]]:
    """Return outputs with their tests, made once for all rules."""
    return [(output, make_test(answer=answer)) for output, answer in near_texts(11, OUTPUTS)]


@pytest.mark.slow
@pytest.mark.parametrize("rule", NAIVE)
def test_a_rule_of_texts_is_what_its_words_say(rule: str) -> None:
    naive = NAIVE[rule]
    assert disagreements(rule, texts(), lambda output, test: naive(output, bytes_of(test))) == []


@pytest.mark.slow
def test_json_is_what_its_words_say() -> None:
    tests = ((output, make_test(answer=answer)) for output, answer in near_values(12, OUTPUTS))
    assert disagreements("json", tests, lambda output, test: json_value(output, bytes_of(test))) == []


# Places where a byte may matter: between words, in a word, next to a line end, at both ends, repeated.
PLACES = (b"1%b2\n", b"1 %b 2\n", b"%b1 2", b"1 2%b\n", b"1 2\n%b", b"-%b1 2", b"1 2e%b1")
ANSWERS = (b"1 2\n", b"12\n")
JSON_PLACES = (
    *(b"[1,%b2]", b"%b[1,2]", b"[1,2]%b", b"[1%b2]", b"[1,2%b]", b'["%b"]', b'["\\%b"]', b"[%b1,2]"),
    *(b"[1,2e%b0]",),
)
JSON_ANSWERS = (b"[1,2]", b"[12]", b'[""]', b'["n"]', b"[-1,2]")


def at_every_byte(places: Iterable[bytes], answers: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield texts with each of the 256 bytes at each place, and answers with and without it."""
    for byte in (bytes([number]) for number in range(256)):
        for place in places:
            output = place.replace(b"%b", byte)
            yield from ((output, answer) for answer in (*answers, output, place.replace(b"%b", b"")))
            yield place.replace(b"%b", b""), output


@cache
def odd_texts() -> list[tuple[bytes, cases.Test]]:
    """Return texts with every byte at every place, with their tests, made once for all rules."""
    return [(output, make_test(answer=answer)) for output, answer in at_every_byte(PLACES, ANSWERS)]


@pytest.mark.slow
@pytest.mark.parametrize("rule", NAIVE)
def test_every_byte_means_what_the_rule_says(rule: str) -> None:
    checker = checker_of(rule)
    for output, test in odd_texts():
        assert verdict_of(checker, output, test) is NAIVE[rule](output, bytes_of(test)), (output, test.answer)


@pytest.mark.slow
def test_every_byte_means_in_json_what_the_standard_says() -> None:
    for output, answer in at_every_byte(JSON_PLACES, JSON_ANSWERS):
        own = verdict_of(PROFILES["json"], output, make_test(answer=answer))
        assert own is json_value(output, answer), (output, answer)


def bytes_of(test: cases.Test) -> bytes:
    assert isinstance(test.answer, bytes)
    return test.answer


DIGITS: dict[str, Callable[[bytes], bytes]] = {
    "luogu": lambda output: bytes(byte for byte in output if byte not in SIX),
    "leetcode": board,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("luogu", OUTPUTS), ("leetcode", OUTPUTS // 5)])
def test_any_is_what_its_words_say(name: str, count: int) -> None:
    def naive(output: bytes, _: cases.Test) -> Verdict:
        return AC if completes(ASKED, DIGITS[name](output)) else WA

    format = GRID_FORMATS[name]
    first, second = (format.encode_output([grid]) for grid in COMPLETIONS)
    test = make_test(format=name, input=format.encode_input([ASKED]), answer=first, any_answer=True)
    tests = ((output, test) for output in near_grids(13, count, (first, second)))
    assert disagreements(rule_of("any", name), tests, naive, count) == []


def test_every_rule_is_tried_against_a_second() -> None:
    assert {*PROFILES, "float"} == {name.partition(" ")[0] for name in NAIVE} | {"json", "any-grid"}


@pytest.mark.slow
def test_a_second_rule_can_say_no() -> None:
    rule: Rule = NAIVE["exact"]
    assert disagreements("tokens", texts(), lambda output, test: rule(output, bytes_of(test)))


# Words


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("tokens", "tokens"),
        (" tokens\n", "tokens"),
        ("float 1e-6", "float 1e-6"),
        ("float  0.001", "float 0.001"),
        ("float 1E+2", "float 1E+2"),
        ("float abs 1e-6", "float abs 1e-6"),
        ("float rel 1.", "float rel 1."),
        ("float abs 1e-6 rel 1e-9", "float abs 1e-6 rel 1e-9"),
        ("float rel 1e-9 abs 1e-6", "float rel 1e-9 abs 1e-6"),
        ("decimals 1e-6  case_insensitive", "decimals 1e-6 case_insensitive"),
        ("decimals abs 1 rel 1 case_insensitive", "decimals abs 1 rel 1 case_insensitive"),
        ("kattis  case_sensitive", "kattis case_sensitive"),
        ("kattis float_tolerance .5e-3", "kattis float_tolerance .5e-3"),
        ("kattis float_tolerance 0", "kattis float_tolerance 0"),
    ],
)
def test_a_rule_is_known_by_its_words(words: str, rule: str) -> None:
    assert rule_of(words) == rule_of(words, "text") == rule_of(words, "luogu") == rule
    assert checker_of(rule)


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_any_is_the_profile_of_the_formats_parts(format: str) -> None:
    assert rule_of("any", format) == rule_of("any-grid", format) == "any-grid"


NO_FLOAT = [
    *("float", "float 0", "float -1", "float x", "float abs", "float 1e-6 1e-6", "float inf", "float nan"),
    *("float 0.0", "float 1e-400", "float 1e400", "float 0x1p-3", "float 1_0", "float \u0661", "float +1"),
    *(
        "float rel",
        "float abs 0",
        "float abs 1 rel 0",
        "float abs 1 abs 1",
        "float abs 1 rel",
        "float 1 abs 1",
    ),
    *("float 1 case_insensitive", "float case_insensitive"),
    *("float abs 1 rel 1 abs 1", "float eps 1", "float abs rel", "float 1e", "float ,1"),
]
FORMS = "`float 1e-6`, `float abs 1e-6`, `float rel 1e-9` or `float abs 1e-6 rel 1e-9`, each bound above 0"
NO_KATTIS = [
    *(
        "kattis x",
        "kattis 1e-6",
        "kattis case_sensitive x",
        "kattis float_tolerance",
        "kattis CASE_SENSITIVE",
    ),
    *("kattis float_tolerance -1", "kattis float_tolerance inf", "kattis float_tolerance case_sensitive"),
]
NO_RULE = [
    *NO_FLOAT,
    *NO_KATTIS,
    "",
    "flaot 1e-6",
    "any 1",
    "any-",
    "tokens 1",
    "EXACT",
    "1e-6",
    "x" * 1000,
    "exact\0",
]


@pytest.mark.parametrize("words", NO_RULE)
def test_words_that_are_no_rule_are_refused_in_one_line(words: str) -> None:
    for format in (None, "text", "luogu"):
        with pytest.raises(ValueError, match=r"^expected .*, got '") as caught:
            rule_of(words, format)
        assert len(str(caught.value).splitlines()) == 1
        assert (FORMS in str(caught.value)) is (words in NO_FLOAT)
    with pytest.raises(JudgeError, match=r"^expected .*, got '"):
        check(b"", b"", profile=words)


@pytest.mark.parametrize(
    ("flags", "alike"),
    [
        pytest.param("float_tolerance 1e-6 float_tolerance 1", "float 1", id="the last bound counts"),
        pytest.param(
            "float_tolerance 1 float_absolute_tolerance 1e-6", "float abs 1e-6 rel 1", id="of each kind"
        ),
        pytest.param("float_relative_tolerance 1e-6", "float rel 1e-6", id="one kind"),
    ],
)
def test_of_the_flags_of_kattis_the_last_counts(flags: str, alike: str) -> None:
    assert checker_of(f"kattis {flags}") == checker_of(alike)


UNKNOWN = (
    "expected a rule that compares with the answer in the format text, which knows no other answers, got any"
)


@pytest.mark.parametrize("words", ["float 0", "float x", "float abs", "tokns", "", "any"])
def test_each_place_of_a_rule_refuses_it_with_one_line(tmp_path: Path, words: str) -> None:
    with pytest.raises(ValueError, match=r"^expected ") as caught:
        rule_of(words, "text")
    message = str(caught.value)
    assert words != "any" or message == UNKNOWN
    stated = A_PLUS_B.replace("cases:", f"compare: '{words}'\ncases:")
    write_project(tmp_path / "case", solutions={"a.py": ADDS}, cases={"sum.yaml": stated})
    write_project(tmp_path / "own", solutions={"a.py": ADDS})
    write_project(tmp_path / "toml", solutions={"a.py": ADDS})
    (tmp_path / "toml" / "pyproject.toml").write_text(f'[tool.judge]\ncompare = "{words}"\n')
    for folder, options, place in (
        ("case", [], "cases/sum.yaml:5"),
        ("own", ["--compare", words], "--compare"),
        ("toml", [], "pyproject.toml: compare in [tool.judge]"),
    ):
        for command in (["run"], ["show", "a", "sum"]):
            done = run_here(*command, *options, cwd=tmp_path / folder)
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr.removesuffix(" for sum/small\n").strip() == f"{place}: {message}"
