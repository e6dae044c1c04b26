"""The cases that a search draws: they follow from its seed, whichever process draws them."""

from collections import Counter
from itertools import islice

from helpers import make_solution
from hypothesis import given
from hypothesis import strategies as st

from judge.stress.draws import Draw, generate_draws, smaller_draws
from judge.work.problem_tools import MOST_SIZE, Generator, wrong_words

SEEDS = st.integers(0, 10**9 - 1)


def generator(name: str = "gen.py", *words: str) -> Generator:
    return Generator(name=name, program=make_solution(), words=words or ("{seed}", "{size}"))


def sizes(seed: int, count: int) -> list[int]:
    return [draw.size for draw in islice(generate_draws((generator(),), seed=seed), count)]


@given(seed=SEEDS)
def test_every_second_case_is_tiny_and_each_further_kind_is_half_as_frequent(seed: int) -> None:
    found = sizes(seed, 64)
    assert found[0] == 1
    assert all(1 <= size <= 3 for size in found[0::2])
    assert all(4 <= size <= 15 for size in found[1::4])
    assert all(16 <= size <= 63 for size in found[3::8])
    assert (found[1], found[3], found[7], found[63]) == (4, 16, 64, 4096)


def test_no_size_is_above_the_largest_which_is_reached() -> None:
    assert max(sizes(1, 1024)) == MOST_SIZE


@given(seed=SEEDS)
def test_a_seed_gives_the_same_draws_and_another_gives_others(seed: int) -> None:
    mine, again, other = (
        list(islice(generate_draws((generator(),), seed=each), 50)) for each in (seed, seed, seed + 1)
    )
    assert mine == again
    assert {draw.seed for draw in mine}.isdisjoint(draw.seed for draw in other)
    assert len({draw.seed for draw in mine}) == 50


def test_generators_take_turns_and_each_begins_small() -> None:
    both = (generator("a.py"), generator("b.py"))
    found = list(islice(generate_draws(both, seed=3), 8))
    assert [draw.generator for draw in found] == ["a.py", "b.py"] * 4
    assert [draw.number for draw in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [draw.size for draw in found[:4]] == [1, 1, 4, 4]


def test_without_a_generator_the_subject_is_asked() -> None:
    assert next(generate_draws((), seed=1)).generator == ""


def test_the_words_of_a_generator_hold_what_each_case_gets() -> None:
    draw = Draw(generator="", number=9, seed=41, size=700)
    words = generator("gen", "-n", "{size:50}", "{size:800..900}", "{size}", "x{seed}y", "{size:2..1000}")
    assert words.arguments(draw.seed, draw.size) == ("-n", "50", "800", "700", "x41y", "700")
    assert (words.most_size, generator("gen", "{seed}", "{size:50}").most_size) == (MOST_SIZE, 50)
    assert generator().arguments(draw.seed, draw.size) == ("41", "700")


def test_words_that_leave_all_cases_alike_are_refused() -> None:
    assert wrong_words(["{seed}"]) is None
    assert wrong_words(["5", "{size:2..10}"]) is None
    assert "got neither" in (wrong_words(["5", "10"]) or "")
    assert "got {n}" in (wrong_words(["{seed}", "{n}"]) or "")
    assert "got {size:many}" in (wrong_words(["{size:many}"]) or "")


@given(least=st.integers(0, 10**9 - 1), most=st.integers(0, 10**9 - 1))
def test_a_range_of_sizes_without_a_size_is_refused(least: int, most: int) -> None:
    words = wrong_words(["{seed}", f"-n={{size:{least}..{most}}}"])
    wanted = f"expected a range from the smaller to the larger size, got {{size:{least}..{most}}}"
    assert words == (wanted if least > most else None)


@given(size=st.integers(1, MOST_SIZE), seeds=st.integers(1, 4))
def test_smaller_draws_are_few_and_begin_with_the_least(size: int, seeds: int) -> None:
    draw = Draw(generator="gen.py", number=5, seed=7, size=size)
    found = list(smaller_draws(draw, seeds=seeds))
    assert [each.size for each in found] == sorted(each.size for each in found)
    assert all(1 <= each.size < size for each in found)
    assert {*Counter(each.size for each in found).values()} <= {seeds}
    assert len(found) <= 7 * seeds
    assert bool(found) == (size > 1)
