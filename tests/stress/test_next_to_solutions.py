"""Generators, validators and references that lie among the solutions of a project, found by their names."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import run_here, write_files, write_project

ECHO = "print(input())\n"
WRONG = "print(min(int(input()), 3))\n"
GENERATOR = "import sys\nprint(sys.argv[2])\n"
VALIDATOR = "raise SystemExit(42 if int(input()) >= 0 else 43)\n"
CASE_FILE = "compare: lines\ncases:\n  - {id: a, input: '3', output: '3'}\n"
CASES = dict.fromkeys(("c.yaml", "d.yaml"), CASE_FILE)


def project(root: Path, files: Mapping[str, str], *, problems: int = 2) -> Path:
    """Write a project with problems `c` and `d`, whose solutions fail for numbers over 3."""
    cases = dict([*CASES.items()][:problems])
    write_project(root, solutions={f"{Path(name).stem}.py": WRONG for name in cases}, cases=cases)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def searched(root: Path, *words: str, budget: str = "1s") -> tuple[int, str, str]:
    done = run_here("stress", "c.py", *words, "--budget", budget, "--seed", "1", cwd=root)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gen.py", "Generator.py"])
@pytest.mark.parametrize(("folder", "problems"), [("c/", 2), ("c/", 1), ("", 1)])
def test_a_generator_and_a_reference_are_found_next_to_the_solutions(
    name: str, folder: str, problems: int, tmp_path: Path
) -> None:
    files = {f"solutions/{folder}{name}": GENERATOR, f"solutions/{folder}brute.py": ECHO}
    code, out, err = searched(project(tmp_path, files, problems=problems), budget="60s")
    assert (code, f"c.py fails against {folder}brute.py" in out) == (1, True), err
    assert f"{folder}{name} generates the inputs (--generator names another program)\n" in err
    assert f"{folder}brute.py gives the answers (--against names another program)\n" in err


@pytest.mark.slow
@pytest.mark.parametrize(("words", "is_asked"), [((), False), (("--against", "brute.py"), True)])
def test_a_slow_search_asks_a_reference_only_if_it_is_named(
    words: tuple[str, ...], is_asked: bool, tmp_path: Path
) -> None:
    files = {"solutions/gen.py": GENERATOR, "solutions/brute.py": ECHO}
    code, out, err = searched(
        project(tmp_path, files, problems=1), "--slow", *words, budget="60s" if is_asked else "1s"
    )
    # The wrong solution is found only by its answers.
    assert (code, "c.py fails against brute.py" in out) == (int(is_asked), is_asked), err
    told = "brute.py is not asked for answers, which would cost time (--against asks it)\n"
    assert (told in err) is not is_asked


def test_a_generator_next_to_the_solutions_is_not_judged_and_is_listed(tmp_path: Path) -> None:
    project(tmp_path, {"solutions/gen.py": GENERATOR, "solutions/c/gen.py": "1 / 0\n"})
    done = run_here("run", cwd=tmp_path)
    assert (done.returncode, "2 solutions, 2 cases of 2 problems: 2 passed\n" in done.stdout) == (0, True)
    assert "ignored: gen.py, c/gen.py\n" in done.stdout + done.stderr
    assert "solutions/c/gen.py: expected a solution, got the name" in run_here("list", cwd=tmp_path).stdout


def test_a_solution_of_a_problem_called_gen_is_judged(tmp_path: Path) -> None:
    write_project(
        tmp_path, solutions={"gen.py": ECHO, "c.py": ECHO}, cases={**CASES, "gen.yaml": CASES["c.yaml"]}
    )
    (tmp_path / "cases/d.yaml").unlink()
    done = run_here("run", cwd=tmp_path)
    assert (done.returncode, "2 solutions, 2 cases of 2 problems: 2 passed\n" in done.stdout) == (0, True)


def test_a_generator_of_the_project_comes_before_one_next_to_the_solutions(tmp_path: Path) -> None:
    files = {"solutions/c/gen.py": "1 / 0\n", "generators/c.py": GENERATOR, "solutions/c/brute.py": ECHO}
    code, _, err = searched(project(tmp_path, files))
    assert (code, "generates the inputs" in err) == (1, False), err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"gen.py": GENERATOR},
            "expected a generator, got none: name one with --generator,"
            " or call it solutions/c/gen.py or generators/c.py\n",
        ),
        (
            {"solutions/gen.py": GENERATOR},
            "expected a generator of c, got solutions/gen.py next to programs of several problems:"
            " move it to solutions/c/gen.py or generators/c.py\n",
        ),
    ],
)
def test_the_message_names_the_places_where_a_generator_is_found(
    files: Mapping[str, str], message: str, tmp_path: Path
) -> None:
    assert searched(project(tmp_path, files)) == (2, "", message)
    (tmp_path / "gen.py").unlink(missing_ok=True)
    words = message.split("call it ")[-1].split("move it to ")[-1].split()
    for place in (words[0], words[2]):
        write_files(tmp_path, {place: GENERATOR})
        assert "expected a generator" not in searched(tmp_path)[2]
        (tmp_path / place).unlink()


@pytest.mark.slow
@pytest.mark.parametrize("word", ["brute.py", "./brute.py", "solutions/brute.py", "solutions/c/slow_one.py"])
@pytest.mark.parametrize("problems", [1, 2])
def test_a_path_of_a_reference_does_not_change_the_project(word: str, problems: int, tmp_path: Path) -> None:
    root = project(tmp_path, {word: ECHO, "generators/c.py": GENERATOR}, problems=problems)
    code, out, err = searched(root, "--against", word)
    assert (code, "c.py fails against " in out) == (1, True), err


def test_a_reference_that_does_not_exist_is_refused_in_a_line(tmp_path: Path) -> None:
    code, _, err = searched(
        project(tmp_path, {"generators/c.py": GENERATOR}), "--against", "solutions/brute.py"
    )
    assert (code, err) == (2, "expected one of the solutions c.py, d.py, got 'solutions/brute.py'\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["val.py", "Validator.py"])
@pytest.mark.parametrize(("folder", "problems"), [("c/", 2), ("", 1)])
def test_a_validator_is_found_next_to_the_solutions_and_shrinks_what_is_found(
    name: str, folder: str, problems: int, tmp_path: Path
) -> None:
    files = {f"solutions/{folder}{one}": text for one, text in (("gen.py", GENERATOR), ("brute.py", ECHO))}
    files[f"solutions/{folder}{name}"] = VALIDATOR
    code, out, err = searched(project(tmp_path, files, problems=problems), budget="60s")
    assert (code, f"c.py fails against {folder}brute.py" in out) == (1, True), err
    assert f"{folder}{name} checks the inputs (--validator names another program)\n" in err


def test_an_input_that_the_validator_next_to_the_programs_refuses_ends_the_search(tmp_path: Path) -> None:
    programs = {"a.py": ECHO, "brute.py": ECHO, "gen.py": GENERATOR, "val.py": "raise SystemExit(43)\n"}
    for name, text in programs.items():
        (tmp_path / name).write_text(text)
    done = run_here("stress", "a.py", "--budget", "1s", "--seed", "1", cwd=tmp_path)
    assert (done.returncode, "val.py" in done.stderr.splitlines()[-1]) == (2, True), done.stderr
