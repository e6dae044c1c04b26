"""The tests of one entry of a plan: its count, its calls of generators with their seeds, its texts."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from msgspec import Struct, field

from judge.cases.tools import split_words
from judge.platform.errors import quoted
from judge.yaml.text import dumped
from judge.yaml.tree import File, described
from judge.yaml.tree import Mapping as Tree

# The files of a test that a plan states or copies, by their suffixes.
TEXTS = ("in", "ans", "yaml", "desc", "hint", "out")
# The name of each test for its generator.
STEM = "testcase"
# The most tests of an entry, and the most tries of a generator.
_MOST = 100
_PLACE = re.compile(r"\{(?:name|count|seed(?::[0-9]+)?)\}")
_SEED = re.compile(r"\{seed(?::[0-9]+)?\}")
_BRACED = re.compile(r"\{[^{}]*\}|[{}]")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.=(-?[0-9]{1,9})")


class PlannedTest(Struct, frozen=True, kw_only=True):
    """A test of a plan, whose entry is on this line.

    The first of the `calls` that succeeds makes the input: a generator with its words. `copied` is a path
    without suffix in the folder of generators, and `texts` are contents by suffix. Texts win over copies, and
    copies over the calls. An empty `solution` is the problem's own, and None makes no answer.
    """

    line: int
    calls: tuple[tuple[str, ...], ...] = ()
    copied: str = ""
    texts: Mapping[str, bytes] = field(default_factory=dict)
    solution: str | None = ""


class Config(NamedTuple):
    """The keys that folders hand down: the solution, the salt of seeds, and the tries of a generator."""

    solution: str | None = ""
    salt: str = ""
    tries: int = 1


def read_config(tree: Tree, above: Config, file: File) -> Config:
    """Return the configuration of a folder or a test. Report faulty keys."""
    config = above
    if "solution" in tree:
        path = tree["solution"]
        if path is None or (isinstance(path, str) and path.startswith("/") and is_inner(path[1:])):
            config = config._replace(solution=path)
        else:
            wanted = "the path of a program from the package on, such as /submissions/accepted/a.py"
            file.fault(tree.lines["solution"][0], f"expected {wanted}, got {described(path)}")
    salt, tries = tree.get("random_salt"), tree.get("retries")
    if isinstance(salt, str):
        config = config._replace(salt=salt)
    elif salt is not None:
        file.fault(tree.lines["random_salt"][0], f"expected text in quotes, got {described(salt)}")
    if isinstance(tries, int) and not isinstance(tries, bool) and 1 <= tries <= _MOST:
        config = config._replace(tries=tries)
    elif tries is not None:
        file.fault(tree.lines["retries"][0], f"expected a number from 1 to {_MOST}, got {described(tries)}")
    return config


def is_inner(path: Any) -> bool:
    """Return whether a value is the path of a file in a folder."""
    return isinstance(path, str) and bool(path) and path[0] != "/" and ".." not in PurePosixPath(path).parts


def read_counts(tree: Tree) -> tuple[int, ...] | None:
    """Return the numbers of the tests of an entry with `count`, None without. Raises ValueError."""
    count = tree.get("count")
    if count is None:
        return None
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= _MOST:
        return tuple(range(1, count + 1))
    if isinstance(count, str) and (found := _RANGE.fullmatch(count)):
        first, last = int(found[1]), int(found[2])
        if first <= last < first + _MOST:
            return tuple(range(first, last + 1))
    is_list = isinstance(count, list) and all(type(each) is int for each in count)
    if is_list and 0 < len(count) == len({*count}) <= _MOST:
        return tuple(count)
    wanted = f"a number of tests up to {_MOST}, a list of different numbers, or a range such as 2..=5"
    raise ValueError(f"expected {wanted}, got {described(count)}")


def suffix_counts(counts: Sequence[int] | None) -> list[str]:
    """Return the ends of the names of the tests of an entry."""
    if counts is None:
        return [""]
    has_gaps = max(counts) - min(counts) >= len(counts)
    width = 0 if has_gaps else max(len(str(each)) for each in counts)
    return [f"-{each:0{width}}" for each in counts]


def read_tests(tree: Tree, above: Config, file: File) -> list[PlannedTest]:
    """Return the tests of an entry, none if it is at fault."""
    before = len(file.faults)
    config = read_config(tree, above, file)
    line, copied, command = tree.line, tree.get("copy", ""), tree.get("generate")
    texts = {key: text for key in TEXTS if (text := _read_text(tree, key, file)) is not None}
    if "copy" in tree and not is_inner(copied):
        wanted = "the path of a test in generators/, without its suffix"
        file.fault(tree.lines["copy"][0], f"expected {wanted}, got {described(copied)}")
    tests: list[PlannedTest] = []
    try:
        place = tree.lines.get("count", (line, line))[0]
        counts = read_counts(tree)
        place = tree.lines.get("generate", (line, line))[0]
        for count in counts or (1,):
            calls = () if "generate" not in tree else _make_calls(command, config, count, counts is not None)
            one = PlannedTest(line=line, calls=calls, copied=copied, texts=texts, solution=config.solution)
            tests.append(one)
    except ValueError as error:
        file.fault(place, str(error))
    return tests if len(file.faults) == before else []


def _read_text(tree: Tree, key: str, file: File) -> bytes | None:
    """Return the contents of a file that the plan states, None without. The last line gets its end."""
    text = tree.get(key)
    if key == "yaml" and isinstance(text, Tree):
        text = dumped(as_plain(text))
    if isinstance(text, str):
        return (text if text.endswith("\n") or not text else f"{text}\n").encode()
    if key in tree:
        file.fault(tree.lines[key][0], f"expected text in quotes or after `|`, got {described(text)}")
    return None


def as_plain(value: Any) -> Any:
    """Return a value of YAML as one that `dumped` writes."""
    if isinstance(value, dict):
        return {key: as_plain(each) for key, each in value.items()}
    return [as_plain(each) for each in value] if isinstance(value, list) else value


def _make_calls(command: Any, config: Config, count: int, is_counted: bool) -> tuple[tuple[str, ...], ...]:
    """Return the calls to try: a generator with its words. Raises ValueError with the message."""
    if not isinstance(command, str):
        raise ValueError(f"expected a generator and its words, got {described(command)}")
    for braced in _BRACED.findall(command):
        if not _PLACE.fullmatch(braced) or (braced == "{count}" and not is_counted):
            wanted = "{seed}, {seed:1}, {name}, or {count} next to `count`, in braces"
            raise ValueError(f"expected {wanted}, got {quoted(braced)}")
    command = command.replace("{count}", str(count))
    generator, *words = split_words(command)
    if not is_inner(generator):
        raise ValueError(f"expected a generator in generators/, got {quoted(generator)}")
    if (places := len(_SEED.findall(" ".join(words)))) > 1:
        raise ValueError(f"expected one {{seed}}, got {places}")
    # BAPCtools counts from 0 here, and tells only the first test from an entry without `count`.
    salt = config.salt + (f":{count - 1}" if count != 1 else "")
    seed = int(hashlib.sha512((salt + command.strip()).encode()).hexdigest(), 16) % 2**31
    tries = config.tries if places else 1
    seeds = (str((seed + number) % 2**31) for number in range(tries))
    words = [word.replace("{name}", STEM) for word in words]
    name = str(PurePosixPath(generator))
    return tuple((name, *(_SEED.sub(each, word) for word in words)) for each in seeds)
