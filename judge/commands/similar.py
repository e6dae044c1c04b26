"""`judge similar`: lists programs of one problem that are alike beyond names and layout."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.library.folders import Loaded, read
from judge.model.likeness import Likeness
from judge.options.declaration import Command, option, positionals, repeated
from judge.options.groups import A_SOLUTION, Folders, Selection, color_option, enter_folder, find_project
from judge.options.hand_ins import find_authors
from judge.options.kinds import FILE, OUTPUT, PERCENT, SOLUTION
from judge.options.reports import Page, Report, import_renderer, make_page_report, open_reports
from judge.options.selection import select_programs
from judge.platform.errors import UsageError, fault_at, listed, quoted
from judge.platform.files import SOURCE_BYTES, require
from judge.platform.streams import Colour
from judge.running.languages.base import HEADER_SUFFIXES
from judge.show.likeness import show_likeness
from judge.show.likeness_report import render_likeness
from judge.show.progress import show_count
from judge.show.step_log import held, warn
from judge.solutions.similar.pairs import LEAST_SHARE, LEAST_TOKENS, compare, list_pairs, list_template_grams
from judge.solutions.similar.passages import Fingerprinted, fingerprint
from judge.solutions.similar.tokens import decode_source, read_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    solutions: tuple[str, ...] = positionals(SOLUTION, f"{A_SOLUTION}; or a problem")
    folders: Folders
    template: tuple[Path, ...] = repeated(
        "--template", FILE, "leave out what this file contains, such as code that was handed out (repeatable)"
    )
    least: float = option(
        "--least",
        PERCENT,
        "list pairs that are alike in this share of one program (default: 50)",
        default=LEAST_SHARE,
    )
    json: Path | None = option("--json", OUTPUT, "write the results as JSON")
    page: Page
    color: Colour = color_option()


def similar(arguments: Arguments) -> int:
    """Compare the programs of each problem, and show the pairs that are alike."""
    path = arguments.page.html
    page = make_page_report(path, import_renderer(path, "html.likeness", "render_pairs"))
    with open_reports(Report("--json", arguments.json, render_likeness), page) as write, held():
        found = _select(arguments)
        warn(found.faults)
        likeness = _compare(found, arguments)
        show_likeness(likeness, color=arguments.color, lists_all=bool(arguments.json or path))
        write(likeness)
    return 2 if found.faults else 0


def _select(arguments: Arguments) -> Loaded:
    """Read the programs that the words name. They need no tests."""
    selection = Selection(solutions=arguments.solutions)
    folders, selection = enter_folder(arguments.folders, selection)
    project = find_project(folders, selection.solutions).with_all_programs()
    with show_count("working out answers") as progress:
        everything = read(project, progress, untested=True)
    return select_programs(everything, selection)


def _compare(found: Loaded, arguments: Arguments) -> Likeness:
    given = [(path, decode_source(require(path, SOURCE_BYTES))) for path in arguments.template]
    programs, texts = _fingerprint(found, _read_templates(given, found))
    if len(programs) < 2:
        raise UsageError(f"expected at least two programs to compare, got {len(programs)}")
    authors = find_authors(found)
    problems = _group_by_problem(found, programs)
    asked = list_pairs(problems, lambda name: authors.get(name, ""))
    pairs = []
    with show_count("comparing") as progress:
        for number, (problem, one, other) in enumerate(asked, 1):
            if pair := compare(problem, one, other, arguments.least):
                pairs.append(pair)
            progress(number, len(asked))
    pairs.sort(key=lambda pair: (-pair.share, -pair.first.equal, pair.first.name, pair.second.name))
    named = {part.name for pair in pairs for part in (pair.first, pair.second)}
    return Likeness(
        pairs=tuple(pairs),
        texts={name: lines for name, lines in texts.items() if name in named},
        programs=len(programs),
        compared=len(asked),
        short=tuple(name for name, program in programs.items() if program.own < LEAST_TOKENS),
        equal=tuple(_list_equal(problems, texts, authors, [_drop_blanks(text) for _, text in given])),
        least_share=arguments.least,
    )


def _list_equal(
    problems: Mapping[str, Sequence[Fingerprinted]],
    texts: Mapping[str, tuple[str, ...]],
    authors: Mapping[str, str],
    templates: Sequence[str],
) -> Iterator[tuple[str, ...]]:
    """Yield groups of programs of one problem with the same text, blanks and line breaks aside.

    A program that one of the `templates` contains is in none, nor are programs of one author alone.
    """
    for programs in problems.values():
        groups = defaultdict[str, list[str]](list)
        for name in (each.name for each in programs if each.own):
            groups[_drop_blanks("\n".join(texts[name]))].append(name)
        for text, names in groups.items():
            is_given = any(text in template for template in templates)
            if not is_given and len({authors.get(name, name) for name in names}) > 1:
                yield tuple(names)


def _drop_blanks(text: str) -> str:
    return "".join(text.split())


def _read_templates(given: Sequence[tuple[Path, str]], found: Loaded) -> Collection[str]:
    """Return the grams of templates. Raises InputErrors for one in no language of programs."""
    templates = []
    for path, text in given:
        language = found.project.languages.get(path.suffix)
        try:
            templates.append(read_tokens(text, language.name if language else path.suffix, path.name))
        except ValueError as error:
            raise fault_at(path, str(error)) from None
        if not language and path.suffix not in HEADER_SUFFIXES:
            wanted = f"a file of a program ({listed(found.project.languages)})"
            raise fault_at(path, f"expected {wanted}, got {quoted(path.name)}")
    return list_template_grams(templates)


def _fingerprint(
    found: Loaded, templates: Collection[str]
) -> tuple[dict[str, Fingerprinted], dict[str, tuple[str, ...]]]:
    """Return the programs, and the lines of each, by their names. A note names those in unknown languages."""
    programs, texts = {}, {}
    for one in found.whole().solutions:
        if one.output_only:
            continue
        text = decode_source(require(one.path, SOURCE_BYTES))
        try:
            programs[one.name] = fingerprint(
                one.name, read_tokens(text, one.language.name, one.path.name), templates
            )
        except ValueError as error:
            warn([f"not compared: {one.name}: {error}"])
        texts[one.name] = tuple(text.split("\n"))
    return programs, texts


def _group_by_problem(found: Loaded, programs: Mapping[str, Fingerprinted]) -> dict[str, list[Fingerprinted]]:
    """Return the programs of each problem, or all together if nothing is known of problems."""
    known = [one for one in found.solutions if one.name in programs]
    problems = dict.fromkeys([case.problem for case in found.cases])
    return {
        problem: [programs[one.name] for one in known if one.belongs_to(problem)]
        for problem in problems or [""]
    }


_EXAMPLES = (
    ("judge similar", "compare all programs of each problem"),
    ("judge similar sum --html alike.html", "those of one problem, with the lines side by side"),
    ("judge similar --template handed_out.py", "leave out what every student was given"),
)
COMMAND = Command(
    Arguments,
    similar,
    examples=_EXAMPLES,
    epilog="exit codes: 0 compared, whatever is alike, 2 bad input, 3 a bug, 130 interrupted",
)
