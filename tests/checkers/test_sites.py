"""One output under the rules of several judges, and a comparison of each rule with its original."""

import json
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from conftest import once
from helpers import CLUES, OTHER, PUZZLES, SOLVED, TWO_CLUES, make_test, verdict_of
from hypothesis import example, given
from hypothesis import strategies as st
from outputs import NUMBERS, near_texts

from judge.checkers import sites
from judge.checkers.rules import checker_of
from judge.checkers.sites import PROFILES, accepts_equal, opinions
from judge.model.verdicts import Verdict
from judge.packages.out.texts import RULES as RULES_OUT
from judge.packages.out.texts import read_program
from judge.subjects.sudoku.formats import GRID_FORMATS

AC, PE, WA = Verdict.AC, Verdict.PE, Verdict.WA
PUBLIC = PUZZLES / "public"
DRIVER = Path(__file__).with_name("checker_driver.cpp")
SOURCES = {
    "tokens": (PUBLIC / "testlib/checkers/wcmp.cpp", [f"-I{PUBLIC / 'testlib'}"]),
    "kattis": (PUBLIC / "problemtools/support/default_validator/default_validator.cc", ["-DTAKES_STDIN"]),
}
# The checker that exports take along, which here reads its rule from the environment.
EXPORTED = "exported"
# The exit codes of testlib (0 right, 1 wrong, 2 wrong blanks, 3 its own failure), and of Kattis (42 and 43).
VERDICTS = {
    "0": Verdict.AC,
    "1": Verdict.WA,
    "2": Verdict.PE,
    "3": Verdict.JE,
    "Z": Verdict.AC,
    "[": Verdict.WA,
}

Pair = tuple[bytes, bytes]
Originals = Callable[..., list[Verdict]]

MARK = b"\xef\xbb\xbf"
WHITE = (b" ", b"  ", b"\t", b"\n", b"\r", b"\r\n", b"\n\n", b"\f", b"\v")
ODD = (
    *(b"\0", b"\0a", b"\0\0", MARK, MARK + MARK, MARK[:1], MARK[:2], b"\x1a", b"\x1b[0m", b"\x1c", b"\x85"),
    *(b"\xa0", b"\xff", b"\xff\xff", b"\xc2\x85", b"\xc2\xa0", b"\xe2\x80\xa8", b"%s%n", b"''"),
)
WORDS = (b"1", b"2", b"-0", b"1.0", b"nan", b"Yes", b"YES", b"yes", b"a", b"A", b"\xc3\x89", b"\xc3\xa9")
ANSWER = b"Yes 1 \nNo  2\n"


def verdicts(output: bytes, answer: bytes = ANSWER) -> str:
    """The verdicts of all rules that speak of text, in order."""
    test = make_test(answer=answer)
    said = [
        verdict_of(rule, output, test) for name, rule in PROFILES.items() if name not in ("json", "any-grid")
    ]
    return " ".join(verdict.name for verdict in said if verdict)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        pytest.param(ANSWER, "AC AC AC AC AC AC AC", id="right"),
        pytest.param(b"Yes 1\nNo  2\n", "PE AC AC AC AC AC AC", id="trailing space lost"),
        pytest.param(b"Yes 1 \nNo  2", "PE AC AC WA AC AC AC", id="final newline missing"),
        pytest.param(b"Yes 1 \nNo  2\n\n", "PE AC AC AC AC AC AC", id="blank line at the end"),
        pytest.param(b"Yes 1 \nNo 2\n", "PE WA PE AC AC AC AC", id="fewer spaces"),
        pytest.param(b"Yes 1 No 2\n", "PE WA PE AC WA AC AC", id="one line"),
        pytest.param(b" Yes 1 \nNo  2\n", "PE WA PE WA AC AC AC", id="leading space"),
        pytest.param(b"Yes 1\r\nNo  2\r\n", "PE WA PE AC AC AC AC", id="carriage returns"),
        pytest.param(b"Yes1\nNo  2\n", "PE WA PE WA WA WA WA", id="separator missing"),
        pytest.param(b"YES 1 \nNO  2\n", "WA WA WA WA WA WA AC", id="upper case"),
        pytest.param(b"Yes 1 \nNo  3\n", "WA WA WA WA WA WA WA", id="another number"),
        pytest.param(b"Yes 1 \nNo  2\nx\n", "WA WA WA WA WA WA WA", id="a line more"),
        pytest.param(b"Yes 1 \n", "WA WA WA WA WA WA WA", id="a line less"),
        pytest.param(b"", "WA WA WA WA WA WA WA", id="nothing"),
    ],
)
def test_each_judge_has_its_rule(output: bytes, said: str) -> None:
    assert list(PROFILES)[:7] == ["exact", "luogu", "poj", "squeezed", "cms", "tokens", "kattis"]
    assert verdicts(output) == said


def test_a_looser_rule_accepts_what_a_stricter_one_accepts() -> None:
    for output, answer in near_pairs(2, 400):
        test = make_test(answer=answer)
        said = {name: verdict_of(rule, output, test) for name, rule in PROFILES.items()}
        for strict, loose in (
            ("exact", "luogu"),
            ("luogu", "poj"),
            ("exact", "squeezed"),
            ("squeezed", "kattis"),
            ("luogu", "cms"),
            ("cms", "kattis"),
        ):
            assert said[strict] is not AC or said[loose] is AC, (strict, loose, output, answer)
        # Only `tokens` passes over a byte order mark, and only in an output.
        if not output.startswith(MARK):
            assert said["luogu"] is not AC or said["tokens"] is AC
            assert said["tokens"] is not AC or said["kattis"] is AC


def lines(data: bytes, blanks: bytes = b" ") -> list[bytes]:
    return without_end([line.rstrip(blanks) for line in data.split(b"\n")])


def lines_of_words(data: bytes) -> list[bytes]:
    return without_end([b" ".join(line.split()) for line in data.split(b"\n")])


def without_end(found: list[bytes]) -> list[bytes]:
    while found and not found[-1]:
        found.pop()
    return found


# Each rule a second time, from its text: what two outputs must have in common.
SAME: dict[str, Callable[[bytes], object]] = {
    "lines": partial(lines, blanks=b" \r"),
    "luogu": lines,
    "poj": lines,
    "squeezed": lambda data: re.sub(rb"[ \t\n\r\v\f]+", b" ", data),
    "cms": lines_of_words,
    "dmoj": lambda data: [*filter(None, map(bytes.split, re.split(rb"[\r\n]", data)))],
    "tokens": lambda data: re.findall(rb"[^ \t\n\r]+", data),
    "kattis": lambda data: [word.split(b"\0")[0].lower() for word in data.split()],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_a_rule_is_what_its_text_says(name: str) -> None:
    same, said = SAME[name], set()
    for output, answer in [*edges(), *near_pairs(3, 400)]:
        seen = output.removeprefix(MARK) if name == "tokens" else output
        expected = AC if same(seen) == same(answer) else WA
        if name == "poj" and expected is WA and b"".join(output.split()) == b"".join(answer.split()):
            expected = PE
        assert verdict_of(checker_of(name), output, make_test(answer=answer)) is expected, (output, answer)
        said.add(expected)
    assert len(said) == (3 if name == "poj" else 2)


@pytest.mark.parametrize("piece_bytes", [1, 2, 5])
@pytest.mark.parametrize("name", SAME)
def test_a_rule_says_the_same_wherever_the_texts_are_cut(
    name: str, piece_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [*near_pairs(5, 300), (b"a \n \n b\0 c \0\0d", b"a\n\n b c "), (b" \n  \n", b""), (b"", b"\0")]
    tests = [(output, make_test(answer=answer)) for output, answer in pairs]
    expected = [verdict_of(checker_of(name), *test) for test in tests]
    assert {AC, WA} <= set(expected)
    monkeypatch.setattr("judge.platform.files._PIECE_BYTES", piece_bytes)
    assert [verdict_of(checker_of(name), *test) for test in tests] == expected


@pytest.mark.parametrize(
    ("answer", "output", "verdict"),
    [
        pytest.param(b'[["1"]]\n', b' [ ["1"] ] ', AC, id="white space"),
        pytest.param(b'[["1"]]\n', b'[["\\u0031"]]', AC, id="escaped"),
        pytest.param(b'[["1"]]\n', b"[[1]]\n", WA, id="a number for a string"),
        pytest.param(b'[["1"]]\n', b"[['1']]\n", WA, id="quotes of the other kind"),
        pytest.param(b"[1]", b"[true]", WA, id="true is not one"),
        pytest.param(b"[0]", b"[false]", WA, id="false is not zero"),
        pytest.param(b"[0]", b"[null]", WA, id="null is not zero"),
        pytest.param(b"[1]", b"[1.0]", AC, id="a point"),
        pytest.param(b"[100]", b"[1E+2]", AC, id="an exponent"),
        pytest.param(b"[0]", b"[-0.0]", AC, id="minus zero"),
        pytest.param(b"[1]", b"[01]", WA, id="a zero before a number"),
        pytest.param(
            b"[0.1]", b"[0.1000000000000000055511151231257827]", WA, id="more digits than a float has"
        ),
        pytest.param(b"[1e400]", b"[1e401]", WA, id="more than a float holds"),
        pytest.param(b"[9007199254740993]", b"[9007199254740993.0]", AC, id="a large number"),
        pytest.param(b"[%b]" % (b"7" * 5000), b"[%b]" % (b"7" * 5000), AC, id="5,000 digits"),
        pytest.param(b"[1]", b"[1e9999999999999999999]", WA, id="an exponent beyond all"),
        pytest.param(b"[1]", b"[NaN]", WA, id="no number"),
        pytest.param(b"[NaN]", b"[NaN]", None, id="an answer that is no number"),
        pytest.param(b"[1]", b"[Infinity]", WA, id="infinity"),
        pytest.param(b'{"a": 1, "b": 2}', b'{"b": 2, "a": 1}', AC, id="the order of names"),
        pytest.param(b'{"a": 1}', b'{"a": 2, "a": 1}', WA, id="a name twice"),
        pytest.param(b'{"a": 1, "a": 1}', b'{"a": 1}', None, id="an answer with a name twice"),
        pytest.param(b"[1]", b"[1]x", WA, id="more after it"),
        pytest.param(b"[1]", b"[1,]", WA, id="a comma too many"),
        pytest.param(b"[1]", b"[1]\0", WA, id="a NUL"),
        pytest.param(b"[1]", b"[1\f]", WA, id="a form feed"),
        pytest.param(b"[1]", b"\xef\xbb\xbf[1]", AC, id="a byte order mark"),
        pytest.param(b"[1]", b"\xef\xbb\xbf\xef\xbb\xbf[1]", WA, id="two byte order marks"),
        pytest.param(b"[1]", "[1]".encode("utf-16"), WA, id="UTF-16"),
        pytest.param(b'["\xc3\xa9"]', b'["\xe9"]', WA, id="Latin-1"),
        pytest.param(b"[]", b"", WA, id="nothing"),
        pytest.param(b"[1]\n", b"[" * 100_000, WA, id="deep"),
        pytest.param(b"1 2\n", b"1 2\n", None, id="the answer is no JSON"),
        pytest.param(b"1\n", b"1\n", None, id="the answer is only a number"),
        pytest.param(b"[1]", b"[1]" + b" " * ((256 << 10) - 3), AC, id="as long as it may be"),
        pytest.param(b"[1]", b"[1]" + b" " * ((256 << 10) - 2), None, id="the output is too long"),
        pytest.param(b"[1]" + b" " * (256 << 10), b"[1]", None, id="the answer is too long"),
    ],
)
def test_values_are_compared_as_json(answer: bytes, output: bytes, verdict: Verdict | None) -> None:
    assert verdict_of(PROFILES["json"], output, make_test(answer=answer)) is verdict


scalars = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "1", "true", "é", "\ud800"])
values = st.lists(
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
        max_leaves=4,
    ),
    max_size=2,
)


def typed(value: Any) -> Any:
    """A value that equals another only where JSON has the same."""
    match value:
        case list():
            return [typed(item) for item in value]
        case dict():
            return {name: typed(item) for name, item in value.items()}
        case _:
            return type(value), value


@given(values, values, st.sampled_from([None, 1]), st.booleans())
@example([1], [True], None, True)
def test_two_values_are_the_same_in_any_writing_and_else_not(
    mine: Any, theirs: Any, indent: int | None, ascii_only: bool
) -> None:
    written = json.dumps(mine, indent=indent, ensure_ascii=ascii_only).encode(errors="surrogatepass")
    decimal = re.sub(rb"(?<![\w\"])[0-9]+(?![\w\"])", rb"\g<0>.0e0", written)
    answer = make_test(answer=json.dumps(theirs).encode())
    expected = AC if typed(mine) == typed(theirs) else WA
    if b"\xed\xa0\x80" in written:
        expected = WA  # Half a surrogate pair can be escaped, but not written in UTF-8.
    for output in (written, decimal):
        assert verdict_of(PROFILES["json"], output, answer) is expected


@pytest.mark.parametrize("name", GRID_FORMATS)
def test_any_grid_is_a_completion_in_any_layout(name: str) -> None:
    format = GRID_FORMATS[name]
    test = make_test(
        format=name, input=format.encode_input([TWO_CLUES]), answer=format.encode_output([SOLVED])
    )
    rule = PROFILES["any-grid"]
    assert verdict_of(rule, format.encode_output([OTHER]), test) is AC
    assert verdict_of(rule, format.encode_output([CLUES.replace(b"0", b"1")]), test) is WA
    assert verdict_of(rule, b"3\n", test) is WA
    assert verdict_of(rule, b"3\n", make_test(answer=b"3\n")) is None


def test_where_any_completion_is_right_the_judges_compare_with_that_which_was_printed() -> None:
    format = GRID_FORMATS["luogu"]
    test = make_test(
        format="luogu",
        input=format.encode_input([TWO_CLUES]),
        answer=format.encode_output([SOLVED]),
        any_answer=True,
    )
    said = opinions(format.encode_output([OTHER]).replace(b" \n", b"\n"), test, {"exact": PE})
    assert {opinion.profile: opinion.verdict for opinion in said}["luogu"] is AC
    assert said[0].verdict is PE


@given(st.one_of(st.binary(max_size=40), st.lists(st.sampled_from((*WHITE, *ODD, *WORDS))).map(b"".join)))
def test_a_rule_accepts_the_bytes_of_the_answer(text: bytes) -> None:
    known = 0
    for name in (*PROFILES, "lines", "dmoj"):
        rule = checker_of(name)
        if accepts_equal(rule, text):
            known += 1
            assert verdict_of(rule, text, make_test(answer=text)) is AC, name
    assert known >= 7


# The same removals as regular expressions, which take longer.
TRIMS = {
    "spaces before newlines": (sites._trim_spaces, rb" +(?=\n)", b" \na"),
    "spaces and carriage returns before newlines": (sites._trim_lines, rb"[ \r]+(?=\n)", b" \r\na"),
    "single spaces around newlines": (sites._trim_words, rb"(?<=\n) | (?=\n)", b" \na"),
    "empty lines, too": (sites._join_lines, rb"(?<=\n)[ \n]+| +(?=\n)", b" \na"),
}


@pytest.mark.parametrize("name", TRIMS)
@given(data=st.data())
def test_lines_are_trimmed_as_a_regular_expression_would(name: str, data: st.DataObject) -> None:
    trim, pattern, letters = TRIMS[name]
    text = bytes(data.draw(st.lists(st.sampled_from(letters), max_size=40)))
    if trim in (sites._trim_words, sites._join_lines):
        text = re.sub(rb" +", b" ", text)
    assert trim(text) == re.sub(pattern, b"", text)


def test_every_profile_says_where_its_rule_comes_from() -> None:
    for name in ("luogu", "poj", "cms", "tokens", "kattis"):
        assert "http" in (PROFILES[name].__doc__ or "")


@pytest.fixture(scope="module")
def originals(shared: Path) -> Originals:
    """Return the verdicts of the original program of a profile on many pairs of output and answer."""
    if not PUBLIC.is_dir() or shutil.which("g++") is None:
        pytest.skip("needs g++ and the sources in ../shared/data/public")

    def write_exported() -> Path:
        text = read_program("polygon_checker.cpp").replace(b'RULE = "exact"', b'RULE = getenv("RULE")')
        path = shared / "exported.cpp"
        path.write_bytes(text.replace(b"= -1, RELATIVE = -1", b"= 1e-6, RELATIVE = 1e-6"))
        return path

    def build(name: str) -> Path:
        source, options = SOURCES[name] if name != EXPORTED else (write_exported(), SOURCES["tokens"][1])
        command = ["g++", "-O0", "-static", "-w", "-std=c++17", f'-DCHECKER="{source}"', *options]
        return once(
            shared / f"checker-{name}",
            lambda box: subprocess.run([*command, str(DRIVER), "-o", str(box / "program")], check=True),
        )

    def said(name: str, pairs: Iterable[Pair], *options: str) -> list[Verdict]:
        program = build(name) / "program"
        # Two files are written for every pair: no disk is as quick as memory.
        with TemporaryDirectory(dir="/dev/shm") as folder:
            packed = Path(folder) / "pairs"
            with packed.open("wb") as file:
                for output, answer in pairs:
                    file.write(struct.pack("=QQ", len(output), len(answer)) + output + answer)
            done = subprocess.run(
                [program, packed, folder, *options], capture_output=True, text=True, timeout=300, check=True
            )
        return [VERDICTS[code] for code in done.stdout]

    return said


def near_pairs(seed: int, count: int) -> Iterator[Pair]:
    """Generate texts of all bytes, and copies with changed white space, case, marks, NULs or bytes."""
    random = Random(seed)
    for _ in range(count):
        answer = _text(random)
        output = answer
        for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
            output = _changed(random, output)
        yield (output, answer) if random.random() < 0.8 else (answer, output)


def _text(random: Random) -> bytes:
    if random.random() < 0.1:
        return random.randbytes(random.randrange(40))
    parts = [random.choice(WORDS + ODD) + random.choice(WHITE) for _ in range(random.randrange(6))]
    return random.choice((b"", b"", b"", MARK, b" ")) + b"".join(parts)[: random.choice((None, -1))]


def _changed(random: Random, text: bytes) -> bytes:
    at = random.choice((0, len(text), random.randrange(len(text) + 1)))
    match random.randrange(7):
        case 0:
            return text[:at] + random.choice(WHITE) + text[at:]
        case 1:
            return text[:at] + random.choice(ODD) + text[at:]
        case 2:
            return text.swapcase()
        case 3:
            return text.replace(random.choice(WHITE), random.choice(WHITE), random.choice((1, -1)))
        case 4:
            return text[:at] + text[at + random.randrange(1, 4) :]
        case 5:
            return text[:at] + random.randbytes(1) + text[at + 1 :]
        case _:
            return text.strip(random.choice((b" \n", b"\r\n\t ", b"\f\v", MARK)))


def edges() -> Iterator[Pair]:
    """Yield every byte next to a word, empty texts, and lines and words longer than any buffer."""
    for byte in (bytes([n]) for n in range(256)):
        yield from ((b"1" + byte + b"2\n", b"1 2\n"), (b"1 2\n" + byte, b"1 2\n"), (byte, b""), (b"", byte))
        yield from ((byte + b"1", b"1"), (b"a" + byte, b"A" + byte), (byte.swapcase(), byte), (byte, byte))
    silent = (b"", b" ", b"\n", b"\r\n", b"\0", b"\0\0", MARK, MARK + b"\n", MARK + MARK, b"\f", b"\x1a")
    yield from product(silent, silent)
    begins = (b"", MARK, MARK[:1], MARK[:2], MARK + MARK, b" " + MARK, MARK + b" ", MARK + MARK[:1])
    yield from product([begin + b"1\n" for begin in begins], repeat=2)
    for size in (1 << 12, 1 << 16, 2_000_001):
        long, many = b"x" * size, b"1 " * (size // 2)
        yield from ((long, long), (long + b"y", long), (many, many.replace(b" ", b"\n")), (many, many + b"1"))
    for size in (1 << 12, 1 << 16):
        long = b"x" * size
        yield from ((long + b"\n", long), (long[1:] + b"\0", long), (b"\0" + long, b"\0"))
        yield from ((MARK + long, long), (long + MARK, long), (long, long.upper()))
        yield b" " * size + b"1", b"1"


def disagreements(
    rule: str, pairs: Sequence[Pair], originals: Originals, name: str, *options: str
) -> list[tuple[Pair, Verdict]]:
    """The pairs of which a rule says something else than the program `name` with these options."""
    theirs = originals(name, pairs, *options)
    ours = [verdict_of(checker_of(rule), output, make_test(answer=answer)) for output, answer in pairs]
    assert len(ours) == len(theirs)
    assert min(ours.count(Verdict.AC), ours.count(Verdict.WA)) > len(pairs) / 10
    return [(pair, said) for pair, said, own in zip(pairs, theirs, ours, strict=True) if said is not own]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_a_profile_says_what_its_program_says(name: str, originals: Originals) -> None:
    assert disagreements(name, [*edges(), *near_pairs(1, 500)], originals, name) == []


@pytest.mark.slow
@pytest.mark.parametrize("rule", [*RULES_OUT, "float 1e-6"])
def test_the_exported_checker_says_what_the_rule_says(
    rule: str, originals: Originals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULE", rule.split()[0])
    short = [pair for pair in edges() if len(pair[0]) <= 1 << 16]
    pairs = [*short, *near_pairs(2, 500), *list(product(NUMBERS, repeat=2))[::4]]
    assert disagreements(rule, pairs, originals, EXPORTED) == []


ABSOLUTE, RELATIVE = "float_absolute_tolerance", "float_relative_tolerance"


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("float 1e-6", ["float_tolerance", "1e-6"]),
        ("float abs 1e-6", [ABSOLUTE, "1e-6"]),
        ("float rel 1e-6", [RELATIVE, "1e-6"]),
        ("float abs 2e-6 rel 1e-9", [ABSOLUTE, "2e-6", RELATIVE, "1e-9"]),
        ("float rel 3", [RELATIVE, "3"]),
        *(
            (f"kattis {flags}", flags.split())
            for flags in (
                "case_sensitive",
                "space_change_sensitive",
                "space_change_sensitive case_sensitive",
                "space_change_sensitive float_tolerance 1e-6",
                "case_sensitive float_tolerance 0",
                f"{ABSOLUTE} 1 float_tolerance 1e-9 {RELATIVE} .5",
            )
        ),
    ],
)
def test_float_and_flags_say_what_their_program_says(
    rule: str, options: list[str], originals: Originals
) -> None:
    spellings = [(mine + b"\n", theirs) for mine, theirs in product(NUMBERS, repeat=2)]
    pairs = [*near_texts(14, 700), *spellings[::4], *near_pairs(6, 100)]
    assert disagreements(rule, pairs, originals, "kattis", *options) == []


def test_every_spelling_of_a_number_is_read_as_its_program_reads_it(originals: Originals) -> None:
    # Within this bound any number is met by 0, and no word is.
    letters = ("1", "0", ".", "e", "x", "p", "+", "-", "f", "n")
    words = ["".join(letter) for size in range(1, 4) for letter in product(letters, repeat=size)]
    words += [
        f"{head}{tail}" for head in ("0x1", "1e", "0x.", "+0x1p", "inf", "nan", "1.") for tail in words[:110]
    ]
    pairs = [(b"0", word.encode()) for word in words]
    theirs = originals("kattis", pairs, ABSOLUTE, "1e308")
    rule = checker_of("float abs 1e308")
    ours = [verdict_of(rule, output, make_test(answer=answer)) for output, answer in pairs]
    assert [pair for pair, own, said in zip(pairs, ours, theirs, strict=True) if own is not said] == []
    assert {AC, WA} == set(ours)


def test_tokens_has_not_the_limit_that_testlib_sets_to_a_word(originals: Originals) -> None:
    longer = b"x" * ((32 << 20) + 1)
    assert originals("tokens", [(longer, longer)]) == [Verdict.JE]
    assert verdict_of(PROFILES["tokens"], longer, make_test(answer=longer)) is Verdict.AC
