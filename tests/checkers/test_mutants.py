"""Every mistake that an answer can have, made by a program that is then judged."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from helpers import SEAL, SOLVED, TWO_CLUES, grid_case, judge_with, make_case, make_solution, make_test

from judge.checkers.decision import compare_output
from judge.checkers.exact import exact
from judge.checkers.mutants import Mutant, mutants
from judge.mistakes.table import MISTAKES
from judge.model.cases import Case
from judge.model.programs import CheckerProgram
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.solutions.loader import load_solutions
from judge.subjects.subject import TEXT
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.work.workers import Workers, open_workers

FULL = (SOLVED[::-1], SOLVED[::-1])
GRIDS = {
    name: grid_case(name, (TWO_CLUES, SOLVED), *([FULL] if format.many else []))
    for name, format in GRID_FORMATS.items()
    if name != "nowcoder"  # which is luogu's to the byte
}
TEXTS = [make_case(answer=kind.example[0]) for kind in MISTAKES.values()]


def mutants_of(case: Case) -> Iterator[Mutant]:
    return mutants(make_test(format=case.format, input=case.input, answer=case.answer))


def judged(case: Case, made: Iterable[Mutant], folder: Path, workers: Workers) -> list[Result]:
    """Judge a program for each mutant. The header of each expects the name of its mistake."""
    folder.mkdir()
    for mutant in made:
        (verdict,) = (opinion.verdict for opinion in mutant.opinions if opinion.profile == "exact")
        assert verdict is not None
        facts = f"{{format: {case.format}, expect: {{'*': {verdict.name} {mutant.name}}}}}"
        # What a class prints is no answer: it takes the driver's place.
        is_class = case.format == "leetcode"
        place = "__answer__" if is_class else "1"
        source = f"# judge: {facts}\nimport os\n\nos.write({place}, {mutant.output!r})\n"
        if is_class:
            source = source.replace("\n\n", "\n\nos.ftruncate(__answer__, os.lseek(__answer__, 0, 0))\n", 1)
        if is_class:
            source += "class Solution:\n    def solveSudoku(self, board): os._exit(0)\n"
        (folder / f"{mutant.name}.py").write_text(source)
    results = judge_with(workers, load_solutions(folder), [case])
    return [result for result in results if result.final]


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with open_workers(1, SEAL) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("format", GRIDS)
def test_a_program_that_makes_a_mistake_of_form_is_found_out_by_its_name(
    format: str, tmp_path: Path, workers: Workers
) -> None:
    made = list(mutants_of(GRIDS[format]))
    results = judged(GRIDS[format], made, tmp_path / format, workers)
    assert len(results) == len(made) >= len(MISTAKES) / 2
    assert [(result.solution, result.message) for result in results if not result.as_expected] == []


@pytest.mark.slow
def test_a_program_that_prints_the_example_of_a_mistake_is_found_out(
    tmp_path: Path, workers: Workers
) -> None:
    results = []
    for number, (name, case) in enumerate(zip(MISTAKES, TEXTS, strict=True)):
        if made := [mutant for mutant in mutants_of(case) if mutant.name == name]:
            results += judged(case, made, tmp_path / str(number), workers)
    assert len(results) > len(MISTAKES) * 3 / 4
    assert [(result.solution, result.message) for result in results if not result.as_expected] == []


@pytest.mark.parametrize("rule", ["exact", "luogu", "tokens", "float 1e-6"])
def test_a_mistake_is_decided_by_the_rule_of_its_case(rule: str) -> None:
    test = make_test(answer=b"1.5 Yes\n2 No\n", compare=rule)
    made = list(mutants(test))
    verdicts = [mutant.verdict for mutant in made]
    assert verdicts == [compare_output(test, mutant.output).verdict for mutant in made]
    for mutant in made:
        said = {opinion.profile: opinion.verdict for opinion in mutant.opinions}
        assert (mutant.rule, mutant.verdict) == (rule, said[rule])
        assert said["exact"] is exact(test, mutant.output).verdict
    # What a strict rule refuses a loose one lets pass, and none lets everything pass.
    assert (Verdict.AC in verdicts) is (rule != "exact")
    assert Verdict.WA in verdicts


def test_what_a_checker_would_say_of_a_mistake_is_not_made_up() -> None:
    checker = CheckerProgram(program=make_solution(), protocol="testlib")
    made = list(mutants(make_test(checker=checker)))
    assert {(mutant.rule, mutant.verdict) for mutant in made} == {(None, None)}
    assert [mutant.opinions for mutant in made] == [mutant.opinions for mutant in mutants(make_test())]


@pytest.mark.slow
def test_there_is_a_program_for_every_mistake_of_form() -> None:
    made = {mutant.name for case in (*GRIDS.values(), *TEXTS) for mutant in mutants_of(case)}
    assert made == MISTAKES.keys() - {"wrong-text"}
    assert {case.format for case in (*GRIDS.values(), *TEXTS)} == {*GRID_FORMATS, TEXT} - {"nowcoder"}
