"""`judge generate`: tests by a plan, what changes, and what stays as it was."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from helpers import environment, need, run_here, write_files

RAND = """\
import random, sys
seed, n = map(int, sys.argv[1:])
chance = random.Random(seed)
print(n)
print(*(chance.randint(0, 9) for _ in range(n)))
"""
GOOD = "input(); print(sum(map(int, input().split())))\n"
VALIDATOR = "import sys\nassert int(input()) == len(input().split()), 'a wrong number'\nsys.exit(42)\n"
PLAN = """\
data:
  sample:
    data:
      first: {in: "2\\n1 2", ans: "3"}
  secret:
    data:
      - small: {generate: "rand.py {seed} 3", count: 2}
      - big: rand.py {seed} 50
      - copied: {copy: manual/c}
"""
FILES = {
    "cases/sum.yaml": "problem: Sum\n",
    "cases/sum/generators.yaml": PLAN,
    "cases/sum/validator.py": VALIDATOR,
    "cases/sum/generators/manual/c.in": "1\n5\n",
    "generators/rand.py": RAND,
    "solutions/sum/good.py": GOOD,
}
TESTS = ["sample/first", "secret/1-small-1", "secret/2-small-2", "secret/3-big", "secret/4-copied"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_files(tmp_path, FILES)


def generate(project: Path, *words: str, code: int = 0) -> tuple[list[str], list[str]]:
    """Run the command. Return its lines on stdout and on stderr."""
    done = run_here("generate", *words, cwd=project)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


def contents(project: Path) -> dict[str, bytes]:
    """Return the files of the problem, without those of the judge."""
    folder = project / "cases/sum"
    files = [path for path in folder.rglob("*.*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def edit(project: Path, old: str, new: str, file: str = "cases/sum/generators.yaml") -> None:
    text = (project / file).read_text()
    assert old in text
    (project / file).write_text(text.replace(old, new))


def test_the_tests_of_a_plan_are_made_with_answers_and_judged(project: Path) -> None:
    shown, warned = generate(project)
    count = "sum: 5 planned tests: 5 new; answers by sum/good.py"
    assert (shown, warned) == ([*(f"sum/{test}: new" for test in TESTS), count], [])
    made = contents(project)
    assert made["sample/first.ans"] == b"3\n"
    assert made["secret/4-copied.in"] == b"1\n5\n"
    assert made["secret/4-copied.ans"] == b"5\n"
    size, numbers = made["secret/3-big.in"].splitlines()
    assert int(made["secret/3-big.ans"]) == sum(map(int, numbers.split()))
    assert (size, made["secret/1-small-1.in"]) != (b"50", made["secret/2-small-2.in"])
    done = run_here("run", "--json", "r.json", cwd=project)
    assert done.returncode == 0
    assert "5 passed" in done.stdout
    assert "ignored" not in done.stdout


def test_what_is_up_to_date_is_neither_made_again_nor_written(project: Path) -> None:
    generate(project)
    stamps = {path: path.stat().st_mtime_ns for path in project.glob("cases/**/*.*")}
    shown, _ = generate(project)
    assert shown == ["sum: 5 planned tests: 5 same; answers by sum/good.py"]
    assert stamps == {path: path.stat().st_mtime_ns for path in project.glob("cases/**/*.*")}


def test_a_clone_without_records_has_the_same_tests(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate(project)
    before = contents(project)
    (project / ".judge/generated/sum.json").unlink()
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    assert generate(project, "--check")[0] == [
        "sum: 5 planned tests: 5 same; answers by sum/good.py; nothing is written"
    ]
    assert contents(project) == before


def test_only_what_depends_on_a_change_changes(project: Path) -> None:
    generate(project)
    before = contents(project)
    edit(project, "rand.py {seed} 50", "rand.py {seed} 60")
    assert generate(project)[0][0] == "sum/secret/3-big: changed, in, ans"
    changed = {name for name, data in contents(project).items() if data != before[name]}
    assert changed == {"generators.yaml", "secret/3-big.in", "secret/3-big.ans"}
    edit(project, "print(sum(", "print(1 + sum(", "solutions/sum/good.py")
    shown, _ = generate(project)
    assert shown[:-1] == [f"sum/{test}: changed, ans" for test in TESTS[1:]]


def test_check_writes_nothing_and_tells_a_change_by_its_exit_code(project: Path) -> None:
    assert generate(project, "--check", code=1)[0][-1].endswith(
        "5 new; answers by sum/good.py; nothing is written"
    )
    assert not (project / ".judge").exists()
    assert not (project / "cases/sum/secret").exists()
    generate(project)
    generate(project, "--check")
    (project / "cases/sum/secret/3-big.ans").write_text("0\n")
    assert generate(project, "--check", code=1)[0][0] == "sum/secret/3-big: changed, ans"
    assert (project / "cases/sum/secret/3-big.ans").read_text() == "0\n"


def test_a_test_that_is_no_longer_planned_goes_only_if_asked_and_as_it_was_made(project: Path) -> None:
    generate(project)
    write_files(project / "cases/sum/secret", {"mine.in": "1\n1\n", "mine.ans": "1\n"})
    edit(project, "      - copied: {copy: manual/c}\n", "")
    edit(project, "count: 2", "count: 1")
    shown, _ = generate(project)
    assert "sum/secret/4-copied: no longer planned; --remove removes it" in shown
    assert shown[-1] == "sum: 3 planned tests: 1 new, 2 same; answers by sum/good.py; 1 test not in the plan"
    (project / "cases/sum/secret/2-small-2.in").write_text("1\n8\n")
    assert generate(project, "--check", "--remove", code=1)[0][-1].endswith("nothing is written")
    shown, _ = generate(project, "--remove")
    assert [line for line in shown if "removed" in line] == [
        "sum/secret/2-small-2: removed",
        "sum/secret/3-big: removed",
        "sum/secret/4-copied: removed",
    ]
    left = {name for name in contents(project) if name.startswith("secret/")}
    assert left == {
        *("secret/1-small-1.in", "secret/1-small-1.ans", "secret/2-big.in", "secret/2-big.ans"),
        *("secret/mine.in", "secret/mine.ans", "secret/2-small-2.in"),
    }


def test_a_generator_that_fails_leaves_the_old_test_and_the_others_are_made(project: Path) -> None:
    generate(project)
    before = contents(project)
    edit(project, "rand.py {seed} 50", "rand.py {seed} x")
    edit(project, "rand.py {seed} 3", "rand.py {seed} 4")
    shown, warned = generate(project, code=2)
    assert "sum/secret/3-big: failed, its old files stay" in shown
    (line,) = warned
    assert line.startswith("generators/rand.py: 1 test missing, from secret/3-big: expected an input for ")
    assert "exit code 1: ValueError: " in line
    after = contents(project)
    assert after["secret/3-big.in"] == before["secret/3-big.in"]
    assert after["secret/1-small-1.in"] != before["secret/1-small-1.in"]


def test_an_input_that_the_validator_refuses_is_not_written(project: Path) -> None:
    edit(project, "      - copied:", '      - wrong: {in: "3\\n1 2"}\n      - copied:')
    shown, warned = generate(project, code=2)
    assert "sum/secret/4-wrong: failed, not written" in shown
    assert warned == [
        "cases/sum/secret/4-wrong.in: expected an input that validator.py takes, got a refusal: "
        "AssertionError: a wrong number; the plan made '3\\n1 2\\n'"
    ]
    assert not (project / "cases/sum/secret/4-wrong.in").exists()
    assert (project / "cases/sum/secret/5-copied.in").exists()


def test_a_file_by_hand_in_the_place_of_a_test_is_kept_as_a_copy(project: Path) -> None:
    write_files(project / "cases/sum/secret", {"3-big.in": "1\n9\n", "3-big.out": "9\n"})
    shown, _ = generate(project)
    assert "sum/secret/3-big: changed, in, out" in shown
    kept = [line.partition(":")[0] for line in shown if "a copy of a file that no plan had made" in line]
    assert [(project / path).read_text() for path in kept] == ["1\n9\n", "9\n"]
    assert not (project / "cases/sum/secret/3-big.ans").exists()


def test_generators_write_files_import_others_and_are_tried_again(tmp_path: Path) -> None:
    plan = """\
solution: /submissions/accepted/good.py
generators:
  odd: [odd.py, parts/lib.py]
data:
  a: both
  b: {generate: "odd {seed}", retries: 30}
  c: imports.py 4
  d: folder 5
  e: {generate: both, solution: }
  f: {generate: rand.py 1 2, solution: }
"""
    own = {
        "both.py": 'open("testcase.in", "w").write("1\\n7\\n")\nopen("testcase.ans", "w").write("70\\n")\n',
        "odd.py": "import sys\nfrom lib import show\nshow(int(sys.argv[1]))\n",
        "parts/lib.py": "def show(n):\n    assert n % 3 == 0\n    print(1)\n    print(n % 1000)\n",
        "imports.py": "import sys\nimport shared\nshared.show(sys.argv[1])\n",
        "shared.py": "def show(word):\n    print(1)\n    print(word)\n",
        "folder/start.py": "import sys\nfrom helper import show\nshow(sys.argv[1])\n",
        "folder/helper.py": "def show(word):\n    print(1)\n    print(word)\n",
        "rand.py": RAND,
        "generators.yaml": plan,
    }
    write_files(tmp_path, {f"cases/sum/generators/{name}": text for name, text in own.items()})
    write_files(tmp_path, {"solutions/sum/accepted/good.py": GOOD})
    shown, warned = generate(tmp_path)
    assert (len(shown), warned) == (7, [])
    made = contents(tmp_path)
    assert (made["a.in"], made["a.ans"], made["e.ans"]) == (b"1\n7\n", b"70\n", b"70\n")
    assert (made["c.in"], made["d.in"]) == (b"1\n4\n", b"1\n5\n")
    assert made["b.in"].splitlines()[1] == made["b.ans"].strip()
    assert "f.in" in made
    assert "f.ans" not in made


def test_tests_of_validators_are_made_without_answers_and_not_asked_about(project: Path) -> None:
    more = """\
  invalid_input:
    data:
      count: {in: "3\\n1 2"}
      made: rand.py {seed} 4
  invalid_output:
    data:
      wrong: {in: "1\\n1", ans: "1", out: "2"}
"""
    write_files(project, {"cases/sum/generators.yaml": PLAN + more})
    shown, warned = generate(project)
    assert (shown[-1], warned) == ("sum: 8 planned tests: 8 new; answers by sum/good.py", [])
    made = {name for name in contents(project) if "valid" in name and "/" in name}
    assert made == {
        *("invalid_input/count.in", "invalid_input/made.in"),
        *("invalid_output/wrong.in", "invalid_output/wrong.ans", "invalid_output/wrong.out"),
    }
    done = run_here("run", cwd=project)
    assert "5 passed" in done.stdout
    assert "ignored" not in done.stdout


def test_interactive_tests_get_empty_answers(tmp_path: Path) -> None:
    talks = "import sys\nsys.exit(42)\n"
    files = {
        "cases/guess.yaml": "problem: Guess\ninteractor: guess/talk.py\nprotocol: kattis\n",
        "cases/guess/talk.py": talks,
        "cases/guess/generators.yaml": "data: {a: {in: '5'}}\n",
        "solutions/guess.py": "print(1)\n",
    }
    write_files(tmp_path, files)
    generate(tmp_path)
    assert (tmp_path / "cases/guess/a.ans").read_bytes() == b""


@pytest.mark.parametrize(
    ("changes", "words", "line"),
    [
        pytest.param({}, ["nobody"], "expected one of the problems with a plan sum, got 'nobody'", id="name"),
        pytest.param({}, ["--seed", "3"], "--seed, --output: expected a number of puzzles", id="seed"),
        pytest.param({}, ["5", "--check"], "expected problems with a plan, got 5 puzzles", id="check"),
        pytest.param({}, ["1000"], "expected a number from 1 to 999", id="number"),
        pytest.param(
            {"cases/sum/generators.yaml": None},
            [],
            "expected a plan cases/PROBLEM/generators.yaml",
            id="plan",
        ),
        pytest.param(
            {"cases/sum/generators/generators.yaml": "data: {}"},
            [],
            "expected one plan of sum",
            id="two plans",
        ),
        pytest.param(
            {"generators/rand.py": None},
            [],
            "cases/sum/generators.yaml:7: expected one of the gen",
            id="program",
        ),
        pytest.param(
            {"cases/sum/generators/manual/c.in": None}, [], "the file manual/c.in in generators/", id="copy"
        ),
        pytest.param(
            {"solutions/sum/good.py": None}, [], "or the key `solution`, got neither", id="solution"
        ),
        pytest.param(
            {"cases/sum/generators.yaml": "solution: /a.py\ndata: {a: {in: '1'}}"},
            [],
            "cases/sum/generators.yaml:2: expected a program at a.py",
            id="stated solution",
        ),
        pytest.param(
            {"cases/sum.yaml": "problem: Sum\ntime: 1\n"}, [], "cases/sum.yaml:2: expected ", id="case file"
        ),
        pytest.param(
            {"cases/sum.yaml": "cases:\n- {id: a, input: '1', output: '1'}\n"}, [], "got `cases`", id="cases"
        ),
    ],
)
def test_what_cannot_be_made_is_one_line_and_nothing_is_written(
    changes: dict[str, str | None], words: list[str], line: str, tmp_path: Path
) -> None:
    write_files(tmp_path, FILES | changes)
    (tmp_path / "solutions").mkdir(exist_ok=True)
    before = contents(tmp_path)
    shown, warned = generate(tmp_path, *words, code=2)
    assert shown == []
    assert line in warned[0]
    assert contents(tmp_path) == before


def test_a_generator_sees_neither_answers_nor_the_solutions(project: Path) -> None:
    secret = str(project / "solutions/sum/good.py")
    spy = f"print(1)\ntry:\n    print(len(open({secret!r}).read()))\nexcept OSError:\n    print(0)\n"
    write_files(project, {"generators/spy.py": spy, "cases/sum/generators.yaml": "data: {a: spy.py}\n"})
    generate(project)
    assert contents(project)["a.in"] == b"1\n0\n"


def test_a_record_that_is_not_the_judges_is_as_none(project: Path) -> None:
    write_files(project, {".judge/generated/sum.json": "[]"})
    assert generate(project)[0][-1] == "sum: 5 planned tests: 5 new; answers by sum/good.py"
    assert len(json.loads((project / ".judge/generated/sum.json").read_text())) == 5


@pytest.mark.slow
def test_the_files_are_those_of_bapctools(tmp_path: Path) -> None:
    need("bt")
    plan = """\
solution: /submissions/accepted/good.py
random_salt: abcd
data:
  sample: {data: {"1": {in: "2\\n1 2", ans: "3"}}}
  secret:
    data:
      a-y: rand.py {seed:2} 4
      q: {generate: "rand.py {seed} {count}", count: [2, 5, 11]}
      hard:
        random_salt: q
        data:
          - "": rand.py 5 5
          - a: {generate: "rand.py {seed} 3", count: "9..=11"}
          - g2:
              include: [a-y, sample]
              data:
                - c: rand.py   {seed}   9
                - d: {copy: manual/c}
"""
    generators = {"generators.yaml": plan, "rand.py": RAND, "manual/c.in": "1\n5\n"}
    package, project = tmp_path / "sum", tmp_path / "project"
    uuid = "uuid: 3b2f9d0e-5f0a-4c58-9b0a-6d7a4b0d1c11"
    yaml = f"problem_format_version: 2025-09\nname: Sum\n{uuid}\nlimits: {{time_limit: 1.0}}\n"
    accepts = "import sys\nsys.exit(42)\n"
    write_files(package, {f"generators/{name}": text for name, text in generators.items()})
    write_files(package, {"problem.yaml": yaml, "input_validators/v.py": accepts})
    write_files(package, {"submissions/accepted/good.py": GOOD})
    write_files(project, {f"cases/sum/generators/{name}": text for name, text in generators.items()})
    write_files(project, {"solutions/sum/accepted/good.py": GOOD})
    home = environment(HOME=str(tmp_path)) | {"PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["bt", "generate", "--no-bar"], cwd=package, env=home, capture_output=True, text=True, timeout=120
    )
    theirs = {
        path.relative_to(package / "data").as_posix(): path.read_bytes()
        for path in (package / "data").rglob("*.*")
    }
    assert len(theirs) == 26, done.stdout + done.stderr
    generate(project)
    ours = contents(project)
    assert {name: ours.get(name) for name in theirs} == theirs
