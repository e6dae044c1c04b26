"""Programs that are alike: tokens, fingerprints and passages."""

import random
from itertools import combinations

import pytest
from helpers import REPOSITORY, benchmark
from hypothesis import given
from hypothesis import strategies as st

from judge.running.languages import LANGUAGES
from judge.solutions.similar import winnowing
from judge.solutions.similar.pairs import compare, list_pairs, list_template_grams
from judge.solutions.similar.passages import Fingerprinted, find_runs, fingerprint
from judge.solutions.similar.tokens import Token, decode_source, read_tokens

ONE = """
def add(left, right):  # adds
    if left > 3: return left + right * 10
    return [left, right, "none"]
"""
SAME = """
def plus(a,
         b):

  '''Add.'''
  if a > 42:
      return a + b * 7
  return [a, b,
    'x']
"""
PROGRAM = REPOSITORY / "solutions" / "luogu_propagation.py"
# The shortest run that surely has a fingerprint.
SURE = winnowing.GRAM_TOKENS + winnowing.WINDOW - 1


def words(source: str, language: str = "python") -> list[str]:
    return [token.text for token in read_tokens(source, language, "a.txt")]


def program(source: str, name: str = "a.py", templates: tuple[str, ...] = ()) -> Fingerprinted:
    grams = list_template_grams([read_tokens(each, "python", name) for each in templates])
    return fingerprint(name, read_tokens(source, "python", name), grams)


def of_words(text: list[int], name: str = "a") -> Fingerprinted:
    return fingerprint(name, [Token(f"w{word}", at) for at, word in enumerate(text, 1)])


def test_names_constants_comments_and_layout_make_no_difference() -> None:
    assert words(ONE) == words(SAME)


def test_what_a_program_does_makes_a_difference() -> None:
    assert words(ONE) != words(ONE.replace("left + right", "left - right"))


def test_braces_semicolons_and_includes_make_no_difference() -> None:
    one = "#include <cstdio>\nint main() { if (f(x)) { return 1; } }"
    other = "int main() {\n  if (g(yy))\n    return 0x2;\n}"
    assert words(one, "cpp") == words(other, "cpp")


def test_a_list_of_constants_is_one_constant() -> None:
    assert words("x = [1, 2, 3, 4]") == words("y = ['a', 'b']") == words("z = [0]")


def test_a_token_knows_its_line_whatever_ends_the_lines() -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        source = decode_source(end.join([b"# one", b"", b"x = 1", b"print(x)"]))
        assert [token.line for token in read_tokens(source, "python", "a.py")] == [3, 3, 3, 4, 4, 4, 4]


@pytest.mark.parametrize("language", sorted({language.name for language in LANGUAGES.values()}))
def test_all_languages_of_the_judge_are_known(language: str) -> None:
    assert words("x = f(1)", language)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="expected a language that Pygments knows, got runes"):
        words("x", "runes")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_with_lines_that_exist(data: bytes) -> None:
    source = decode_source(data)
    for language in ("python", "cpp"):
        lines = [token.line for token in read_tokens(source, language, "a")]
        assert lines == sorted(lines)
        assert all(1 <= line <= source.count("\n") + 1 for line in lines)


@given(st.lists(st.integers(0, 5), max_size=60), st.lists(st.integers(0, 5), max_size=60), st.randoms())
def test_a_run_as_long_as_a_window_is_always_found(
    before: list[int], after: list[int], rng: random.Random
) -> None:
    shared = [10 + rng.randrange(5) for _ in range(SURE)]
    runs = find_runs(of_words([*before, *shared, *after]), of_words([*after, 9, *shared, 8, *before]), 0)
    assert sum(run.length for run in runs) >= SURE


@given(st.lists(st.integers(0, 3), max_size=150), st.lists(st.integers(0, 3), max_size=150))
def test_passages_are_equal_and_no_token_is_in_two(one: list[int], other: list[int]) -> None:
    runs = find_runs(of_words(one), of_words(other), 0)
    for run in runs:
        assert run.length >= winnowing.GRAM_TOKENS
        assert one[run.first :][: run.length] == other[run.second :][: run.length]
    for run, next_run in combinations(runs, 2):
        assert not {*range(run.first, run.first + run.length)} & {
            *range(next_run.first, next_run.first + next_run.length)
        }
        assert not {*range(run.second, run.second + run.length)} & {
            *range(next_run.second, next_run.second + next_run.length)
        }


def test_a_program_is_wholly_like_itself_line_by_line() -> None:
    source = PROGRAM.read_text()
    pair = compare("p", program(source), program(source, "b.py"), 1.0)
    assert pair
    assert pair.first.share == pair.second.share == 1
    assert all(one == other for passage in pair.passages for one, other in passage.rows)


def test_moved_functions_are_found_at_both_places() -> None:
    first = "def f(a, b):\n" + "    a[b] += f(a, b + 1) * 2\n" * 3
    second = "def g(text):\n" + "    while text: text = h(text[1:], 'x') or not text\n" * 3
    pair = compare("p", program(first + second), program(second + first, "b.py"), 0.9)
    assert pair
    assert [(passage.first, passage.second) for passage in pair.passages] == [
        ((1, 4), (5, 8)),
        ((5, 8), (1, 4)),
    ]


def test_what_a_template_contains_is_neither_compared_nor_counted() -> None:
    handed_out = PROGRAM.read_text()
    own = "def extra(x, y):\n" + "    y.append(x % 3 == 0 and extra(x // 3, [y, x]))\n" * 4
    one, other = (program(handed_out + own, name, (handed_out,)) for name in ("a.py", "b.py"))
    pair = compare("p", one, other, 0.5)
    assert pair
    begin = handed_out.count("\n")
    assert min(passage.first[0] for passage in pair.passages) >= begin
    assert pair.first.tokens <= len(words(own))
    alone = program(handed_out, "a.py", (handed_out,))
    assert alone.own == 0
    assert compare("p", alone, program(handed_out, "b.py", (handed_out,)), 0.5) is None


def test_programs_of_one_author_are_no_pair_and_each_pair_is_listed_once() -> None:
    one, two, three = (program(ONE, name) for name in ("ann/a.py", "ann/b.py", "x.py"))
    authors = {"ann/a.py": "ann", "ann/b.py": "ann"}
    pairs = list_pairs({"p": [one, two, three], "q": [one, three]}, lambda name: authors.get(name, ""))
    assert [(problem, a.name, b.name) for problem, a, b in pairs] == [
        ("p", "ann/a.py", "x.py"),
        ("p", "ann/b.py", "x.py"),
    ]


@pytest.mark.slow
def test_disguised_copies_are_found_and_independent_programs_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    similar = benchmark("similar")
    monkeypatch.setattr(similar, "COPIES", 1)
    sources = similar.read_sources()
    originals = {path: similar.tokens_of(source, path) for path, source in sources.items()}
    copies = [(path, similar.tokens_of(copy, path)) for path, copy in similar.make_copies(sources)]
    alike = [pair for pair in combinations(sources, 2) if not similar.is_independent(sources, *pair)]
    similar.report(originals, copies, alike)
    printed = capsys.readouterr().out
    assert "25 of 25 copies found" in printed
    assert "independent pairs reported: 0 of 261" in printed
