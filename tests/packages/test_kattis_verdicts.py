"""Packages of Kattis, real ones and small ones rebuilt: the verdicts and points that their own tools give."""

import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers import PUZZLES, document_of, need_compilers, run_here, write_files

from judge.model.verdicts import Verdict, worst

EXAMPLES = PUZZLES / "public" / "problemtools" / "examples"
STATEMENT = {"problem_statement/problem.en.tex": "\\problemname{P}\nx\n"}
VALID = {"input_validators/v.py": "import sys\nsys.stdin.read()\nsys.exit(42)\n"}
LIMIT = {"domjudge-problem.ini": "timelimit='0.3'\n"}
INTS, FLOATS = (f"a, b = map({kind}, input().split())\n" for kind in ("int", "float"))
HEAD = "name: P\nlicense: public domain\n"
SUM = "print(sum(map(int, input().split())))\n"


def grouped(**groups: list[tuple[str, str]]) -> dict[str, str]:
    """Inputs and answers by their groups, whose names have `__` for a slash."""
    return {
        f"data/{group.replace('__', '/')}/{number}.{suffix}": text + "\n"
        for group, pairs in groups.items()
        for number, pair in enumerate(pairs, 1)
        for suffix, text in zip(("in", "ans"), pair, strict=True)
    }


SCORES = {
    **STATEMENT,
    **VALID,
    **LIMIT,
    "problem.yaml": HEAD + "type: scoring\ngrading: {show_test_data_groups: true}\n",
    "data/testdata.yaml": "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
    "data/sample/testdata.yaml": "accept_score: 0\nrange: 0 0\ngrader_flags: first_error\n",
    "data/secret/testdata.yaml": "on_reject: continue\nrange: 0 100\ngrader_flags: accept_if_any_accepted\n",
    "data/secret/low/testdata.yaml": "on_reject: break\naccept_score: 30\nrange: 0 30\ngrader_flags: min\n",
    "data/secret/part/testdata.yaml": "accept_score: 5\nrange: 0 10\ngrader_flags: sum\n",
    "data/secret/mid/testdata.yaml": "accept_score: 10\nreject_score: 5\nrange: 0 30\n"
    "grader_flags: always_accept\n",
    "data/secret/top/testdata.yaml": "on_reject: break\naccept_score: 30\nrange: 0 30\ngrader_flags: avg\n",
    **grouped(
        sample=[("1 2", "3")],
        secret__low=[("1 1", "2"), ("4 4", "8")],
        secret__part=[("5 1", "6"), ("50 1", "51")],
        secret__mid=[("10 1", "11"), ("20 1", "21"), ("30 1", "31")],
        secret__top=[("100 5", "105"), ("1000 5", "1005")],
    ),
    "submissions/accepted/all.py": SUM,
    "submissions/partially_accepted/low.py": INTS + "print(a + b if a < 10 else 0)\n",
    "submissions/partially_accepted/mid.py": INTS + "print(a + b if a != 20 else 0)\n",
    "submissions/partially_accepted/not_low.py": INTS + "print(a + b if a > 4 else 0)\n",
    "submissions/partially_accepted/crashes.py": INTS + "print(a + b if a < 50 else 1 / 0)\n",
}
TALK = {
    **STATEMENT,
    **LIMIT,
    "problem.yaml": HEAD + "validation: custom interactive\nvalidator_flags: low 1\n",
    "input_validators/v.py": VALID["input_validators/v.py"],
    "output_validators/talk/main.py": "import sys\nfrom words import most\n"
    "secret, tries = int(open(sys.argv[1]).read()), most(sys.argv[4:])\n"
    "for _ in range(tries):\n"
    "    line = sys.stdin.readline()\n"
    "    if not line.strip().isdigit():\n        sys.exit(43)\n"
    "    guess = int(line)\n"
    "    print('correct' if guess == secret else 'lower' if guess > secret else 'higher', flush=True)\n"
    "    if guess == secret:\n        sys.exit(42)\n"
    "sys.exit(43)\n",
    "output_validators/talk/words.py": "def most(words):\n    return int(words[words.index('tries') + 1])\n",
    "data/secret/few/testdata.yaml": "output_validator_flags: tries 7\n",
    "data/secret/many/testdata.yaml": "output_validator_flags: tries 100\n",
    **grouped(secret__few=[("37", ""), ("5", ""), ("100", "")], secret__many=[("100", "")]),
    "submissions/accepted/halves.py": "low, high = 1, 100\nsaid = ''\nwhile said != 'correct':\n"
    "    middle = (low + high) // 2\n    print(middle, flush=True)\n    said = input()\n"
    "    low, high = (low, middle - 1) if said == 'lower' else (middle + 1, high)\n",
    "submissions/wrong_answer/counts.py": "for n in range(1, 101):\n    print(n, flush=True)\n"
    "    if input() == 'correct':\n        break\n",
    "submissions/wrong_answer/word.py": "print('x', flush=True)\n",
    "submissions/run_time_error/crashes.py": "1 / 0\n",
    "submissions/time_limit_exceeded/loops.py": "while True:\n    pass\n",
}
SEVERAL = {
    **STATEMENT,
    **LIMIT,
    "problem.yaml": HEAD + "validator_flags: case_sensitive\n",
    "input_validators/one.py": VALID["input_validators/v.py"],
    "input_validators/two/main.py": "import sys\nfrom other import right\n"
    "sys.exit(42 if right(sys.stdin.read()) else 1)\n",
    "input_validators/two/other.py": "def right(text):\n    return len(text.split()) == 2\n",
    "data/secret/near/testdata.yaml": "output_validator_flags: float_tolerance 1e-3\n",
    "data/secret/strict/testdata.yaml": "output_validator_flags: space_change_sensitive\n",
    **grouped(
        sample=[("2 1", "Half 2.0")],
        secret__near=[("1 3", "Half 0.3333"), ("2 3", "Half 0.6667")],
        secret__strict=[("4 2", "Half 2.0")],
    ),
    "submissions/accepted/cpp/sum.cpp": '#include "div.h"\n#include <cstdio>\nint main() { double a, b;'
    ' if (scanf("%lf %lf", &a, &b) != 2) return 1; out(half(a, b)); }\n',
    "submissions/accepted/cpp/div.cpp": '#include "div.h"\n#include <cstdio>\n'
    "double half(double a, double b) { return a / b; }\n"
    'void out(double x) { if (x == 2) puts("Half 2.0"); else printf("Half %.4f\\n", x); }\n',
    "submissions/accepted/cpp/div.h": "double half(double a, double b);\nvoid out(double x);\n",
    "submissions/accepted/py/__main__.py": "import div\n" + FLOATS + "print('Half', div.div(a, b))\n",
    "submissions/accepted/py/div.py": "def div(a, b):\n    return a / b\n",
    "submissions/wrong_answer/case.py": FLOATS + "print('half', a / b)\n",
    "submissions/wrong_answer/blanks.py": FLOATS + "print('Half ', a / b)\n",
    "submissions/wrong_answer/rough.py": FLOATS + "print('Half', round(a / b, 1))\n",
    "submissions/run_time_error/late.c": "#include <stdio.h>\n#include <stdlib.h>\n"
    "int main(void) {\n  double a, b;\n"
    '  if (scanf("%lf %lf", &a, &b) != 2) return 1;\n  if (b == 3) abort();\n  puts("Half 2.0");\n}\n',
}
SMALL: Mapping[str, dict[str, str]] = {"scores": SCORES, "talk": TALK, "several": SEVERAL}
REAL = ("hello", "different", "guess", "oddecho")

# The verdicts of verifyproblem (problemtools 1.20260907) by submission and group, and the score.
THEIRS: Mapping[str, dict[str, str]] = {
    "scores": {
        "accepted/all.py": "sample AC, low AC, mid AC, part AC, top AC: 100",
        "partially_accepted/low.py": "sample AC, low AC, mid WA, part WA, top WA: 50",
        "partially_accepted/mid.py": "sample AC, low AC, mid WA, part AC, top AC: 95",
        "partially_accepted/not_low.py": "sample WA, low WA, mid AC, part AC, top AC: 70",
        "partially_accepted/crashes.py": "sample AC, low AC, mid AC, part RE, top RE: 65",
    },
    "talk": {
        "accepted/halves.py": "few AC, many AC",
        "wrong_answer/counts.py": "few WA, many AC",
        "wrong_answer/word.py": "few WA, many WA",
        "run_time_error/crashes.py": "few RE, many RE",
        "time_limit_exceeded/loops.py": "few TLE, many TLE",
    },
    "several": {
        "accepted/cpp": "sample AC, near AC, strict AC",
        "accepted/py": "sample AC, near AC, strict AC",
        "wrong_answer/case.py": "sample WA, near WA, strict WA",
        "wrong_answer/blanks.py": "sample AC, near AC, strict WA",
        "wrong_answer/rough.py": "sample AC, near WA, strict AC",
        "run_time_error/late.c": "sample AC, near RE, strict AC",
    },
}


def copied(root: Path, name: str) -> Path:
    """A real package; a link of the repository is a file with the path in the copy."""
    if not (EXAMPLES / name).is_dir():
        pytest.skip("the examples are not here")
    shutil.copytree(EXAMPLES / name, root)
    for path in root.glob("data/**/*.*"):
        if path.is_file() and (text := path.read_bytes()).startswith(b"../"):
            path.unlink()
            path.symlink_to(text.decode())
    return root


def ours(document: Any, problem: str) -> dict[str, str]:
    """Return the verdict of each group and any score, by submission."""
    found: dict[str, dict[str, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    for entry in document["results"]:
        name = entry["solution"].removeprefix(f"{problem}/")
        group = entry["case"].rpartition("/")[0].rpartition("/")[2]
        found[re.sub(r"(/[^./]+)/.*", r"\1", name)][group].append(Verdict[entry["verdict"]])
    scores = {one["solution"].removeprefix(f"{problem}/"): one["points"] for one in document["scores"]}
    return {
        name: ", ".join(f"{group} {worst(verdicts).name}" for group, verdicts in groups.items())
        + (f": {scores[name]:g}" if name in scores else "")
        for name, groups in found.items()
    }


@pytest.mark.parametrize("name", ["scores", "several", pytest.param("talk", marks=pytest.mark.slow)])
def test_a_package_gets_the_verdicts_and_points_that_its_own_tools_give(name: str, tmp_path: Path) -> None:
    need_compilers(SMALL[name])
    place = write_files(tmp_path / name, SMALL[name])
    in_place = document_of(place)
    assert ours(in_place, name) == THEIRS[name]
    assert (in_place["unmet"], in_place["faults"]) == ([], [])
    done = run_here("import", name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ours(document_of(tmp_path), name) == THEIRS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_every_submission_of_a_real_package_gets_the_verdict_of_its_folder(name: str, tmp_path: Path) -> None:
    # One of hello fills the memory, which takes a slow machine long. The loops of the others end soon.
    limit = "20" if name == "hello" else "0.5"
    document = document_of(copied(tmp_path / name, name), "--time", limit)
    assert (document["unmet"], document["faults"]) == ([], [])
    assert {entry["as_expected"] for entry in document["results"]} <= {True, None}
    if name == "oddecho":
        scores = {one["solution"].rpartition("/")[2]: one["points"] for one in document["scores"]}
        assert scores == {"echo.cpp": 100, "js.py": 100, "sol.py": 50}


TABLE = re.compile(r"^ {3}(\S+) {2,}(.*)$")


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_verifyproblem_gives_these_verdicts_today(name: str, tmp_path: Path) -> None:
    if not shutil.which("verifyproblem"):
        pytest.skip("no verifyproblem: pip install problemtools")
    place = write_files(tmp_path / name, SMALL[name])
    words = ["verifyproblem", "-p", "config", "data", "validators", "submissions", "--", str(place)]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    rows = [found.groups() for line in said.splitlines() if (found := TABLE.match(line))]
    assert rows[0][0] == "Submission", said
    groups = [word for word in rows[0][1].split() if word not in ("Pts", "Time")]
    for row, cells in rows[1:]:
        verdicts = cells.split()
        expected = next(text for key, text in THEIRS[name].items() if key.endswith(f"/{row}"))
        for group, cell in zip(groups, verdicts, strict=False):
            wanted = dict(pair.split() for pair in expected.partition(":")[0].split(", ")).get(group)
            theirs = {"RTE": "RE"}.get(cell.partition(":")[0].partition("(")[0], cell.partition(":")[0])
            assert theirs.partition("(")[0] in (wanted, "-", "AC"), (row, group, cell)
        if "Pts" in rows[0][1]:
            assert verdicts[len(groups)] == expected.partition(": ")[2], row
