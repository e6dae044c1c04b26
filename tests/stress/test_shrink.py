"""Shrinking of inputs: laws for any failure, and the exact bytes for programs with the usual mistakes."""

import sys
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from random import Random

import pytest
from helpers import CLUES, SOLVED
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.stress.passes import vertices
from judge.stress.passes.descent import Move
from judge.stress.passes.text import Text
from judge.stress.shrink import shrink, shrink_parts
from judge.subjects.subject import format_of

Fails = Callable[[bytes], bool]


class Watched:
    """Returns the first candidate that fails, and records all of them. Raises Over after `most` tries."""

    def __init__(self, fails: Fails, most: int = sys.maxsize) -> None:
        self.fails, self.most = fails, most
        self.batches: list[list[bytes]] = []
        self.taken: list[bytes] = []
        self.tries = 0

    def __call__(self, candidates: Sequence[bytes]) -> int | None:
        self.batches.append([*candidates])
        for n, data in enumerate(candidates):
            self.tries += 1
            if self.tries > self.most:
                raise Over
            if self.fails(data):
                self.taken.append(data)
                return n
        return None


class Over(Exception):
    """There is no time for more tries."""


def smallest(data: bytes, fails: Fails) -> tuple[bytes, int]:
    """Return the shrunk input, and the number of candidates that were tried."""
    assert fails(data)
    first = Watched(fails)
    *_, last = [data, *shrink(data, first)]
    return last, first.tries


WORDS = st.sampled_from(
    [b"0", b"1", b"2", b"3", b"7", b"-5", b"40", b"2.50", b"007", b"b", b"Zab", b"#.", b"\xff"]
)
BLANKS = st.sampled_from([b" ", b"  ", b"\t"])


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Draw lines of words with any line ends and separators, sometimes after a line with their count."""
    end = draw(st.sampled_from([b"\n", b"\r\n", b" \n"]))
    lines = draw(st.lists(st.lists(WORDS, max_size=4), max_size=6))
    if draw(st.booleans()):
        lines.insert(0, [b"%d" % len(lines)])
    data = end.join(draw(BLANKS).join(line) for line in lines)
    return data + end if draw(st.booleans()) else data


def by_chance(salt: int, one_in: int, data: bytes) -> Fails:
    """Make a failure without rhyme or reason, which `data` shows."""
    return lambda other: other == data or blake2b(b"%d/" % salt + other).digest()[0] % one_in == 0


def with_words_of(salt: int, data: bytes) -> Fails:
    """Make a failure that some words of `data` cause, in their order."""
    needed = Random(salt).sample(data.split(), len(data.split()) // 2)

    def fails(other: bytes) -> bool:
        return all(other.split().count(word) >= needed.count(word) for word in needed)

    return fails


failing = st.builds(
    lambda data, salt, one_in: (data, by_chance(salt, one_in, data) if one_in else with_words_of(salt, data)),
    inputs(),
    st.integers(0, 99),
    st.sampled_from([0, 0, 3, 20]),
)


@pytest.mark.slow
@given(failing)
@settings(max_examples=60)
def test_each_input_fails_and_is_smaller_than_the_last(case: tuple[bytes, Fails]) -> None:
    data, fails = case
    chain = [data, *shrink(data, Watched(fails))]
    assert all(fails(each) for each in chain)
    assert all(Text(smaller).is_below(Text(larger)) for larger, smaller in pairwise(chain))


@pytest.mark.slow
@given(failing)
@settings(max_examples=60)
def test_candidates_are_smaller_than_what_is_known_and_asked_for_once(case: tuple[bytes, Fails]) -> None:
    data, fails = case
    first = Watched(fails)
    *_, last = [data, *shrink(data, first)]
    best, refused = data, set()
    for batch in first.batches:
        assert batch
        assert len({*batch}) == len(batch)
        assert all(Text(each).is_below(Text(best)) and each not in refused for each in batch)
        taken = next((n for n, each in enumerate(batch) if fails(each)), None)
        refused |= {*batch[:taken]}
        best = best if taken is None else batch[taken]
    assert best == last


@pytest.mark.slow
@given(failing)
@settings(max_examples=60)
def test_the_last_input_shrinks_no_further(case: tuple[bytes, Fails]) -> None:
    data, fails = case
    last, _ = smallest(data, fails)
    assert [*shrink(last, Watched(fails))] == []


@pytest.mark.slow
@given(failing)
@settings(max_examples=30)
def test_the_same_failure_shrinks_by_the_same_steps(case: tuple[bytes, Fails]) -> None:
    data, fails = case
    one, other = Watched(fails), Watched(fails)
    assert [*shrink(data, one)] == [*shrink(data, other)]
    assert one.batches == other.batches


@given(inputs(), inputs(), inputs())
@example(b"1 2 3\n", b"3 2 1\n", b"10 0 0\n")
@example(b"1  2\n", b"1 2\n", b"1 2 \n")
def test_of_two_inputs_one_is_below_the_other(a: bytes, b: bytes, c: bytes) -> None:
    assert Text(a).is_below(Text(b)) + Text(b).is_below(Text(a)) == (a != b)
    if Text(a).is_below(Text(b)) and Text(b).is_below(Text(c)):
        assert Text(a).is_below(Text(c))


@given(st.binary(max_size=40))
@settings(max_examples=60)
def test_any_bytes_shrink_to_nothing_where_everything_fails(data: bytes) -> None:
    assert smallest(data, lambda other: True)[0] == b""


@given(inputs(), st.integers(0, 200))
@settings(max_examples=40)
def test_what_ends_the_search_passes_through_and_what_was_found_stays(data: bytes, most: int) -> None:
    data += b"\n1 2 3"
    whole = Watched(lambda other: b"3" in other)
    chain = [*shrink(data, whole)]
    stopped = Watched(whole.fails, most % whole.tries)
    found: list[bytes] = []
    with pytest.raises(Over):
        found.extend(shrink(data, stopped))
    assert found == stopped.taken == chain[: len(found)]


def lawful(holds: Callable[..., bool]) -> Fails:
    """Fail only on valid inputs: a strict reader raises ValueError for any other."""

    def fails(data: bytes) -> bool:
        try:
            return holds(Strict(data))
        except ValueError:
            return False

    return fails


class Strict:
    """A reader of lines of integers with single blanks between them, and lines of letters."""

    def __init__(self, data: bytes) -> None:
        *self.lines, end = data.split(b"\n")
        self.expect(end == b"")

    def expect(self, condition: bool) -> None:
        if not condition:
            raise ValueError

    def line(self) -> bytes:
        self.expect(bool(self.lines))
        return self.lines.pop(0)

    def integers(self, count: int, low: int = -(10**9), high: int = 10**9) -> list[int]:
        line = self.line()
        numbers = [int(word) for word in line.split()]
        self.expect(len(numbers) == count and all(low <= number <= high for number in numbers))
        self.expect(line == b" ".join(b"%d" % number for number in numbers))
        return numbers

    def end(self) -> None:
        self.expect(not self.lines)


def array(holds: Callable[[list[int]], bool], low: int = 1, high: int = 10**9) -> Fails:
    """Read n, and n integers."""

    def read(strict: Strict) -> bool:
        (n,) = strict.integers(1, 1)
        values = strict.integers(n, low, high)
        strict.end()
        return holds(values)

    return lawful(read)


def arrays(holds: Callable[[list[int]], bool]) -> Fails:
    """Read the number of cases, then n and n integers for each; fail if one of them holds."""

    def read(strict: Strict) -> bool:
        (t,) = strict.integers(1, 1)
        cases = [strict.integers(*strict.integers(1, 1), 1) for _ in range(t)]
        strict.end()
        return any(map(holds, cases))

    return lawful(read)


def graph(holds: Callable[[dict[int, list[int]]], bool], *, tree: bool = False) -> Fails:
    """Read n, or n and m, then the edges. No edge is a loop or occurs twice, and a tree is connected."""

    def read(strict: Strict) -> bool:
        n, m = (strict.integers(1, 1) * 2) if tree else strict.integers(2, 0)
        edges = [tuple(strict.integers(2, 1, n)) for _ in range(m - tree)]
        strict.end()
        strict.expect(n > 0 and len({frozenset(edge) for edge in edges if edge[0] != edge[1]}) == len(edges))
        beside: dict[int, list[int]] = {vertex: [] for vertex in range(1, n + 1)}
        for u, v in edges:
            beside[u].append(v)
            beside[v].append(u)
        strict.expect(not tree or len(depths(beside)) == n)
        return holds(beside)

    return lawful(read)


def depths(beside: dict[int, list[int]]) -> dict[int, int]:
    """Return the depths of the vertices that can be reached from the first one."""
    found = {1: 1}
    for vertex in (order := [1]):
        for other in beside[vertex]:
            if other not in found:
                found[other] = found[vertex] + 1
                order.append(other)
    return found


def comparisons(values: list[int]) -> int:
    """Count the comparisons of a quicksort that takes the first number as its pivot."""
    compared, todo = 0, [values]
    while todo:
        first, *rest = todo.pop() or [0]
        compared += len(rest)
        todo += [part for part in ([v for v in rest if v < first], [v for v in rest if v >= first]) if part]
    return compared


def is_bipartite(beside: dict[int, list[int]]) -> bool:
    colour: dict[int, int] = {}
    for start in beside:
        if start not in colour:
            colour[start] = 0
            for vertex in (order := [start]):
                for other in beside[vertex]:
                    if other not in colour:
                        colour[other] = 1 - colour[vertex]
                        order.append(other)
    return all(colour[u] != colour[v] for u in beside for v in beside[u])


def table(read: Callable[[Strict, int, int], bool]) -> Fails:
    """Read n and m, and the rest."""

    def whole(strict: Strict) -> bool:
        holds = read(strict, *strict.integers(2, 1))
        strict.end()
        return holds

    return lawful(whole)


def text(values: Sequence[object]) -> bytes:
    return (
        b" ".join(b"%d" % value if isinstance(value, int) else str(value).encode() for value in values)
        + b"\n"
    )


def random_array(n: int, high: int = 10**9) -> bytes:
    chance = Random(n)
    return text([n]) + text([chance.randint(1, high) for _ in range(n)])


def random_tree(n: int, reach: int) -> bytes:
    """Make a tree in which each vertex is attached to one of the last few; shuffle names and edges."""
    chance = Random(n)
    names = chance.sample(range(1, n + 1), n)
    edges = [(names[child], names[max(0, child - chance.randint(1, reach))]) for child in range(1, n)]
    return text([n]) + b"".join(text(chance.sample(edge, 2)) for edge in chance.sample(edges, n - 1))


def random_graph(n: int, m: int) -> bytes:
    chance = Random(n)
    edges = {(u, v) if chance.random() < 0.5 else (v, u) for u in range(1, n + 1) for v in range(1, u)}
    return text([n, m]) + b"".join(map(text, chance.sample(sorted(edges), m)))


def random_cases() -> bytes:
    sizes = [*range(9, 40), 1, *range(40, 60)]
    return text([len(sizes)]) + b"".join(map(random_array, sizes))


def queries(strict: Strict, n: int, q: int) -> bool:
    """Read an array, then ranges to sum. A sum over 100 of three places or more is wrong."""
    values = strict.integers(n, 0)
    asked = [strict.integers(2, 1, n) for _ in range(q)]
    strict.expect(all(left <= right for left, right in asked))
    return any(right - left > 1 and sum(values[left - 1 : right]) > 100 for left, right in asked)


def marks(strict: Strict, n: int, m: int) -> bool:
    """Fail on a wall with a gap to its right and a wall below."""
    rows = [strict.line() for _ in range(n)]
    strict.expect(all(len(row) == m and not row.strip(b".#") for row in rows))
    return any(
        upper[at : at + 2] == b"#." and lower[at : at + 1] == b"#"
        for upper, lower in pairwise(rows)
        for at in range(m)
    )


def parents(strict: Strict) -> bool:
    (n,) = strict.integers(1, 1)
    depth = [0, 1]
    for child, parent in enumerate(strict.integers(n - 1, 1, n), 2):
        strict.expect(parent < child)
        depth.append(depth[parent] + 1)
    strict.end()
    return max(depth) >= 12


def word(strict: Strict) -> bool:
    (n,) = strict.integers(1, 1)
    letters = strict.line()
    strict.end()
    strict.expect(len(letters) == n and letters.isalpha() and letters.islower())
    return any(a == c != b for a, b, c in zip(letters, letters[1:], letters[2:], strict=False))


def permutation(strict: Strict) -> bool:
    (n,) = strict.integers(1, 1)
    values = strict.integers(n, 1, n)
    strict.end()
    strict.expect(len({*values}) == n)
    return any(
        c < a < b
        for i, a in enumerate(values)
        for j, b in enumerate(values[i + 1 : i + 9], i + 1)
        for c in values[j + 1 : j + 9]
    )


def lists(strict: Strict) -> bool:
    """Read lines that begin with the number of their integers. Two equal neighbours are wrong."""
    (n,) = strict.integers(1, 1)
    rows = [strict.line().split() for _ in range(n)]
    strict.end()
    strict.expect(all(int(row[0]) == len(row) - 1 > 0 for row in rows if row) and all(rows))
    return any(a == b for row in rows for a, b in pairwise(row[1:]))


def random_lines(count: int, of_line: Callable[[Random], Sequence[object]]) -> bytes:
    chance = Random(count)
    return b"".join(text(of_line(chance)) for _ in range(count))


def counted(chance: Random) -> list[int]:
    count = chance.randint(1, 9)
    return [count, *(chance.randint(1, 9) for _ in range(count))]


RANGES = random_lines(60, lambda chance: sorted(chance.choices(range(1, 41), k=2)))
MANY = [
    pytest.param(random_cases(), arrays(lambda a: len(a) == 1), b"1\n1\n1\n", 100, id="n = 1 forgotten"),
    pytest.param(
        random_array(1000),
        array(lambda a: sum(a) >= 2**31),
        b"3\n147483648 1000000000 1000000000\n",
        1500,
        id="sum beyond 32 bits",
    ),
    pytest.param(
        random_array(1000, 9), array(lambda a: a.count(max(a)) > 1), b"2\n1 1\n", 150, id="tie broken wrongly"
    ),
    pytest.param(
        text([1000]) + text(sorted(Random(1).sample(range(10**9), 1000))),
        array(lambda a: len({*a}) == len(a) and comparisons(a) > 300),
        text([26]) + text(range(1, 27)),
        1500,
        id="quicksort quadratic on sorted input",
    ),
    pytest.param(
        text([1000]) + text(sorted(Random(1).sample(range(10**9), 1000))),
        array(lambda a: comparisons(a) > 300, low=0),
        text([26]) + text([0] * 26),
        600,
        id="quicksort quadratic on equal numbers",
    ),
    pytest.param(
        random_tree(300, 5),
        graph(lambda beside: max(depths(beside).values()) >= 20, tree=True),
        text([20]) + b"".join(text([n, n + 1]) for n in range(1, 20)),
        3000,
        id="recursion too deep",
    ),
    pytest.param(
        text([400]) + text([Random(n).randrange(max(1, n - 9), n) for n in range(2, 401)]),
        lawful(parents),
        text([12]) + text(range(1, 12)),
        1500,
        id="recursion too deep, parents in a line",
    ),
    pytest.param(
        random_tree(300, 40),
        graph(lambda beside: max(map(len, beside.values())) >= 4, tree=True),
        b"5\n1 2\n1 3\n1 4\n1 5\n",
        1500,
        id="vertex of four edges",
    ),
    pytest.param(
        random_graph(60, 100),
        graph(lambda beside: not is_bipartite(beside)),
        b"3 3\n1 2\n1 3\n2 3\n",
        1500,
        id="odd cycle",
    ),
    pytest.param(
        random_graph(60, 40),
        graph(lambda beside: len(depths(beside)) < len(beside)),
        b"2 0\n",
        600,
        id="graph in two parts",
    ),
    pytest.param(
        text([300]) + text(Random(1).sample(range(1, 301), 300)),
        lawful(permutation),
        b"3\n2 3 1\n",
        300,
        id="order",
    ),
    pytest.param(
        b"300\n" + bytes(Random(1).choices(b"abcdefghijklmnopqrstuvwxyz", k=300)) + b"\n",
        lawful(word),
        b"3\naba\n",
        300,
        id="letters",
    ),
    pytest.param(
        b"30 20\n" + b"".join(bytes(Random(n).choices(b"#..", k=20)) + b"\n" for n in range(30)),
        table(marks),
        b"2 2\n#.\n#.\n",
        300,
        id="field of marks",
    ),
    pytest.param(
        text([15, 20]) + random_lines(15, lambda chance: chance.choices(range(-99, 99), k=20)),
        table(lambda strict, n, m: min(min(strict.integers(m)) for _ in range(n)) < -50),
        b"1 1\n-51\n",
        300,
        id="matrix",
    ),
    pytest.param(
        text([20]) + random_lines(20, counted), lawful(lists), b"1\n2 0 0\n", 300, id="counts of lines"
    ),
    pytest.param(
        text([40, 60]) + random_lines(1, lambda chance: chance.choices(range(50), k=40)) + RANGES,
        table(queries),
        b"3 1\n0 0 101\n1 3\n",
        1500,
        id="queries",
    ),
    pytest.param(
        b"3\r\n-17.250 99.125 3.14\r\n",
        lambda data: data.endswith(b"\r\n") and max([0, *map(float, data.split())]) > 90,
        b"91\r\n",
        100,
        id="decimals, and lines that end in CR LF",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("data", "fails", "least", "most"), MANY)
def test_what_is_left_is_what_a_person_would_write(
    data: bytes, fails: Fails, least: bytes, most: int
) -> None:
    last, tries = smallest(data, fails)
    assert last == least
    assert tries <= most


@pytest.mark.slow
@pytest.mark.parametrize("between", [b" ", b"\n"])
def test_three_words_of_a_megabyte_take_some_hundred_candidates(between: bytes) -> None:
    words = [b"%d" % number for number in range(150_000)]
    words[20], words[70_000], words[140_000] = b"x", b"y", b"z"
    data = between.join(words) + b"\n"
    last, tries = smallest(data, lambda other: all(other.count(word) == 1 for word in (b"x", b"y", b"z")))
    assert last == between.join((b"x", b"y", b"z")) + b"\n"
    assert tries < 500


@pytest.mark.slow
@pytest.mark.parametrize(
    "move", [vertices.merge_neighbours, vertices.drop_vertices, vertices.name_by_distance]
)
def test_the_vertices_of_a_long_text_are_left_as_they_are(move: Callable[[Text], Move[Text]]) -> None:
    """A whole batch would run past the end of the budget."""
    n = 10_000
    edges = [(1 + i // 2, i + 1) for i in range(1, n)]
    short, long = ("".join(f"{u}{gap}{v}\n" for u, v in edges) for gap in (" ", " " * 10))
    assert [len(text) > 100_000 for text in (short, long)] == [False, True]
    assert next(move(Text(f"{n}\n{short}".encode())), None)
    assert not next(move(Text(f"{n}\n{long}".encode())), None)


@pytest.mark.slow
def test_what_cannot_shrink_is_given_up_after_some_thousand_candidates() -> None:
    data = random_graph(30, 120)
    last, tries = smallest(data, lambda other: other == data)
    assert last == data
    assert tries < 20_000


def grids_that(holds: Callable[[Sequence[bytes]], bool], name: str) -> Fails:
    return lambda data: holds(format_of(name).decode_input(data))


def parts_left(
    asked: Sequence[bytes], answers: Sequence[bytes], name: str, holds: Callable[[Sequence[bytes]], bool]
) -> tuple[tuple[bytes, ...], int]:
    first = Watched(grids_that(holds, name))
    *_, last = [format_of(name).encode_input(asked), *shrink_parts(asked, answers, name, first)]
    return format_of(name).decode_input(last), first.tries


PLAIN = SOLVED.translate(bytes.maketrans(SOLVED[:9], b"123456789"))


def test_of_many_parts_one_is_left_in_which_all_is_given_but_what_matters() -> None:
    asked, answers = [SOLVED] * 20 + [CLUES] + [b"0" * 81] * 20, [SOLVED] * 41
    left, tries = parts_left(
        asked, answers, "poj", lambda grids: any(0 < grid.count(b"0", 40) < 40 for grid in grids)
    )
    at = CLUES.index(b"0", 40)
    assert left == (PLAIN[:at] + b"0" + PLAIN[at + 1 :],)
    assert tries < 80


@pytest.mark.parametrize("name", ["luogu", "leetcode"])
def test_one_part_alone_gets_more_clues_and_plain_digits(name: str) -> None:
    left, tries = parts_left([CLUES], [SOLVED], name, lambda grids: grids[0][2] == grids[0][33] == 48)
    blank = bytearray(SOLVED)
    blank[2] = blank[33] = 48
    order = dict.fromkeys(bytes(blank).replace(b"0", b""))
    assert left == (bytes(blank).translate(bytes.maketrans(bytes(order), b"123456789")),)
    assert tries < 80


def test_digits_keep_their_names_where_the_failure_needs_them() -> None:
    left, _ = parts_left([CLUES], [SOLVED], "luogu", lambda grids: grids[0][0] == 53 and 48 in grids[0])
    assert left == (SOLVED[:2] + b"0" + SOLVED[3:],)


def test_nothing_is_given_where_no_answer_is_known() -> None:
    left, _ = parts_left([CLUES, CLUES], [], "poj", lambda grids: 48 in grids[0])
    assert [grid.count(b"0") for grid in left] == [CLUES.count(b"0")]
