"""Completes the word at the cursor of a shell.

    answer.py line TABLE LINE BREAKS        bash: the line up to the cursor, and readline's word separators
    answer.py words TABLE judge WORD ...    zsh: all words up to the cursor, the last one incomplete
    answer.py typed TABLE judge WORD ...    fish: the same, but the last one as it was typed

The first line of the answer is `names`, `files` or `folders`. After `names` the names follow, one a line, as
the shell must insert them; for zsh and fish a tab and a description may follow a name. TABLE has a row for
each argument: the command; the option, or the metavar of a positional argument; the letter of the option; `*`
if it is repeatable; the metavar of the value; a description; the allowed values, if limited. A row without an
argument describes the command itself. Rows of the command `*` list values by metavar. Unreadable files have
no names.
"""

from __future__ import annotations

import os
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

_ID = re.compile(r"""(?:^[ -]*|[{,][ ]*)id:[ ]+("[^"\n]*"|'[^'\n]*'|[^\s,}#][^\n,}#]*)""", re.MULTILINE)
_SPECIAL = re.compile(r"([\s\"'`\\$&|;<>()*?\[\]{}!#~])")
# The limits of bytes read from a file, and of files listed in a folder.
_READ_BYTES, _FILES = 1 << 20, 10_000
_NAMED = ("SOLUTION", "PROGRAM", "PROBLEM", "CASE", "ID", "NAME")

Row = namedtuple("Row", "name letter several metavar help values")
# `cases` and `solutions` are folders, None without a project.
Project = namedtuple("Project", "root solutions cases suffixes")
# By problem a function that lists the ids of its cases, without the problem's name.
Problems = dict[str, Callable[[], "list[str]"]]


def main(mode: str, text: str, *words: str) -> None:
    """Print the answer."""
    table: dict[str, list[Row]] = {}
    for line in text.splitlines():
        command, name, letter, several, metavar, help, *values = line.split("\t")
        table.setdefault(command, []).append(Row(name, letter, several, metavar, help, values))
    typed, cut, quote = _split(*words) if mode == "line" else ([*words], 0, "")
    last = _split(words[-1], "")[0][-1] if mode == "typed" else typed[-1]
    kind, *names = _complete(table, typed[1:-1], last)
    if mode == "line":
        names = [_quote(name[cut:], quote) for name in names]
    else:
        names = [*_describe(table, typed[1:-1], names)]
    print("\n".join([kind, *names]))


def _describe(table: dict[str, list[Row]], before: Sequence[str], names: Sequence[str]) -> Iterable[str]:
    """Append the descriptions of commands and options."""
    helps = {command: row.help for command, rows in table.items() for row in rows if not row.name}
    if before:
        helps = {row.name: row.help for row in table.get(before[0], []) if row.name[:2] == "--"}
    return (f"{name}\t{helps[name]}" if helps.get(name) else name for name in names)


def _complete(table: dict[str, list[Row]], before: Sequence[str], current: str) -> list[str]:
    """Complete the current word after these words."""
    if not before:
        front = ("--help", "--version") if current[:1] == "-" else ()
        return ["names", *_filter([*(name for name in table if name != "*"), *front], current)]
    rows = table.get(before[0], [])
    options = {row.name: row for row in rows if row.name[:2] == "--"}
    places = [row for row in rows if row.name and row.name not in options]
    asked, given, number, is_over = _parse_options(before[1:], options)
    start = ""
    if not asked and not is_over and current[:1] == "-":
        *_, word = _expand_letters(current, options)
        name, equals, value = word.partition("=")
        if not equals:
            left = [row.name for row in options.values() if row.several or row.name not in given]
            return ["names", *(_filter(left, current) if word == current else [current])]
        asked, start, current = options.get(name), current.removesuffix(value), value
    elif not asked and places:
        last = places[-1] if places[-1].several else None
        asked = places[number] if number < len(places) else last
    if not asked:
        return ["names"]
    kind, *names = _complete_value(table, asked, options, before, current)
    return [kind, *(start + name for name in names)]


def _parse_options(words: Sequence[str], options: dict[str, Row]) -> tuple[Row | None, set[str], int, bool]:
    """Return the option that needs a value, all options, the number of other words, and if `--` was given."""
    asked, number, is_over = None, 0, False
    given: set[str] = set()
    for word in words:
        if asked:
            asked = None
        elif is_over or word[:1] != "-" or word == "-":
            number += 1
        elif word == "--":
            is_over = True
        else:
            *_, last = names = _expand_letters(word, options)
            given.update(name.partition("=")[0] for name in names)
            asked = options[last] if last in options and options[last].metavar else None
    return asked, given, number, is_over


def _expand_letters(word: str, options: dict[str, Row]) -> list[str]:
    """Write `-xj4` as `--fail-fast`, `--jobs=4`, as the commands do. Return any other word as it is."""
    letters = {row.letter: row for row in options.values() if row.letter}
    expanded: list[str] = []
    for at in range(1, len(word)):
        row = letters.get(f"-{word[at]}")
        if not row:
            return [word]
        if row.metavar and word[at + 1 :]:
            return [*expanded, f"{row.name}={word[at + 1 :].removeprefix('=')}"]
        expanded.append(row.name)
    return expanded or [word]


def _complete_value(
    table: dict[str, list[Row]], asked: Row, options: dict[str, Row], before: Sequence[str], current: str
) -> list[str]:
    lists = {row.name: row.values for row in table["*"]}
    if asked.metavar in ("FILE", "DIR"):
        return ["files" if asked.metavar == "FILE" else "folders"]
    if asked.metavar not in _NAMED:
        return ["names", *_filter(asked.values or lists.get(asked.metavar, ()), current)]
    options_given = {name: _option_value(before, name) for name in ("--root", "--cases", "--tests")}
    project = _find_project(options_given["--root"], lists["SUFFIX"])
    if asked.metavar == "NAME":
        return ["names", *_filter(_list_baselines(project.root), current)]
    if asked.metavar == "PROBLEM":
        return ["names", *_filter(_find_problems(project, options_given), current)]
    if asked.metavar in ("CASE", "ID"):
        return ["names", *_complete_cases(_find_problems(project, options_given), current)]
    # Commands with `--case` accept problems as words, too.
    # Without a project they are folders of tests, which few name.
    is_wanted = "--case" in options and asked.several and (project.solutions is not None or current)
    problems = _find_problems(project, options_given) if is_wanted else {}
    names = _filter([*_list_solutions(project), *problems], current)
    return ["names", *names] if names else ["files"]


def _option_value(words: Sequence[str], name: str) -> str:
    """Return the value of an option, empty if it was not given."""
    values = [word.partition("=")[2] for word in words if word.startswith(f"{name}=")]
    values += [value for word, value in pairwise(words) if word == name]
    return os.path.expanduser(values[-1]) if values else ""


def _filter(names: Iterable[str], current: str) -> list[str]:
    """Return the names that start with the word and are safe to print."""
    return [name for name in dict.fromkeys(names) if name.startswith(current) and name.isprintable()]


def _find_project(named: str, suffixes: Sequence[str]) -> Project:
    """Find the project at the named folder, else here or above, else use the programs in the folder."""
    depth = os.getcwd().count("/")
    folders = [named] if named else [".", *("/".join([".."] * up) for up in range(1, depth + 1))]
    found = (_project_at(folder, suffixes) for folder in folders)
    return next((one for one in found if one.solutions is not None), _project_at(folders[0], suffixes))


def _project_at(root: str, suffixes: Sequence[str]) -> Project:
    """Return the project of exactly this folder, or its programs, by its settings and the user's."""
    import tomllib

    config = os.environ.get("XDG_CONFIG_HOME", "")
    config = config if config[:1] == "/" else os.path.expanduser("~/.config")
    users = tomllib.loads(_read(os.path.join(config, "judge", "config.toml")))
    stated = tomllib.loads(_read(os.path.join(root, "pyproject.toml"))).get("tool", {}).get("judge")
    own = stated or {}
    rows = [row for each in (users, own) for row in each.get("languages", {}).values()]
    programs = Project(
        root, None, None, (*suffixes, *(one for row in rows for one in row.get("suffixes", ())))
    )
    folders = [os.path.join(root, (users | own).get(key, key)) for key in ("solutions", "cases")]
    there = [*map(os.path.isdir, folders)]
    # Next to programs, without these folders, the table is for the programs.
    is_meant = any(there) or not {"solutions", "cases"}.isdisjoint(own) or not _list_solutions(programs)
    is_one = all(there) or (stated is not None and is_meant)
    return programs._replace(solutions=folders[0], cases=folders[1]) if is_one else programs


def _read(path: str) -> str:
    """Return the beginning of a file, empty without a file."""
    with open(path if os.path.isfile(path) else os.devnull, "rb") as file:
        return file.read(_READ_BYTES).decode(errors="replace")


def _list_files(folder: str) -> list[str]:
    """List the files below a folder, without hidden ones, up to a limit."""
    found: list[str] = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] != "." and name != "__pycache__")
        start = os.path.relpath(place, folder)
        found += (name if start == "." else f"{start}/{name}" for name in sorted(files) if name[0] != ".")
        if len(found) > _FILES:
            break
    return found


def _list_solutions(project: Project) -> list[str]:
    if project.solutions is None:
        names = [each.name for each in os.scandir(project.root) if each.name[0] != "." and each.is_file()]
    else:
        names = _list_files(project.solutions)
    return [name for name in sorted(names) if name.endswith(tuple(project.suffixes))]


def _find_problems(project: Project, options_given: dict[str, str]) -> Problems:
    """Find all problems. Without a project these are the folders of tests."""
    if options_given["--tests"]:
        return _folder_problem(options_given["--tests"])
    cases = options_given["--cases"] or project.cases
    if not cases:
        test, tests = (_folder_problem(os.path.join(project.root, name)) for name in ("test", "tests"))
        return {**test, **tests}
    found: Problems = {}
    for name in sorted(name for name in os.listdir(cases) if name[0] != "."):
        stem, suffix = os.path.splitext(name)
        path = os.path.join(cases, name)
        if suffix in (".yaml", ".yml") and os.path.isfile(path):
            found[stem] = partial(_list_cases, path, os.path.join(cases, stem))
        elif os.path.isdir(path) and _list_tests(path):
            found.setdefault(name, partial(_list_tests, path))
    return found


def _folder_problem(folder: str) -> Problems:
    name = os.path.basename(os.path.realpath(folder))
    return {name: partial(_list_tests, folder)} if os.path.isdir(folder) else {}


def _list_cases(path: str, folder: str) -> list[str]:
    """Return the ids in a case file, and the tests of its folder."""
    return [*(found.strip().strip("\"'") for found in _ID.findall(_read(path))), *_list_tests(folder)]


def _list_tests(folder: str) -> list[str]:
    # The only import from the judge, without its package, which is slow to import.
    from naming import Names  # type: ignore[import-not-found]

    names = Names(_list_files(folder))
    return [names.test_of(name) for name, _ in names.tests]


def _complete_cases(problems: Problems, current: str) -> list[str]:
    """Complete problems. If only one fits, add the ids of its cases."""
    name, slash, _ = current.partition("/")
    begun = [name] if slash and name in problems else _filter(() if slash else problems, current)
    ids = [f"{name}/{id}" for name in begun for id in problems[name]()] if len(begun) == 1 else []
    return _filter([*begun, *ids], current)


def _list_baselines(root: str) -> list[str]:
    """Return the names of baselines. Links are not followed."""
    place = os.path.join(root, ".judge")
    folder = os.path.join(place, "baselines")
    is_there = os.path.isdir(folder) and not os.path.islink(place) and not os.path.islink(folder)
    return sorted(os.path.splitext(name)[0] for name in os.listdir(folder)) if is_there else []


def _split(line: str, breaks: str) -> tuple[list[str], int, str]:
    """Return the words of a line, the length that readline cuts off the last at `breaks`, the open quote."""
    words, word, quote, cut = [], "", "", 0
    chars = iter(line)
    for char in chars:
        if char == "\\" and quote != "'":
            following = next(chars, "")
            word += following if not quote or following in '"\\$`' else char + following
        elif quote == char:
            quote = ""
        elif not quote and char in "'\"":
            quote, cut = char, len(word)
        elif not quote and char in " \t":
            words += [word] if word else []
            word, cut = "", 0
        else:
            word += char
            cut = len(word) if not quote and char in breaks else cut
    return [*words, word], cut, quote


def _quote(name: str, quote: str) -> str:
    """Quote a name as it must be typed, inside an open quote if there is one."""
    if quote == "'":
        return name.replace("'", "'\\''")
    return re.sub(r'(["\\$`])', r"\\\1", name) if quote else _SPECIAL.sub(r"\\\1", name)


if __name__ == "__main__":
    sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "cases"))
    try:
        main(*sys.argv[1:])
    except Exception:
        sys.exit()
