"""Make a class of students whose programs have all the usual faults, and measure its page.

    python benchmarks/classroom.py FOLDER [--students N] [--problems N] [--tests N] [--measure]

FOLDER gets `cases` and `solutions` for `judge run`; by default 40 students hand in 5 problems of 20 tests.
With --measure the judge runs the class and makes its page. Printed are the time for the page, its size, how
many failing cells open a test, and the time until a browser shows it, by the clock and of CPU, next to an
empty page (needs playwright and chromium).
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

FIRST_NAMES = (
    *("anna", "ben", "cem", "dana", "emil", "fatma", "georg", "hana", "igor", "jana", "karim", "lena"),
    *("marek", "nadia", "otto", "petra", "quentin", "rosa", "samir", "tilda", "umut", "vera", "wanda"),
    *("xenia", "yusuf", "zoe", "аня", "李明", "zoë", "björn"),
)
PROBLEMS = ("parity", "largest", "sorted", "total", "distinct")

# Elements that hold data for the script.
_STORED = re.compile(rb'(<script type="[^>]*>).*?(?=</script>)', re.DOTALL)

# Each reads a line of numbers, and prints a word and two lines of numbers.
_SOLVE = """\
numbers = [int(word) for word in input().split()]
word = "yes" if (sum(numbers) + {shift}) % 2 == 0 else "no"
one = {formula}
many = sorted(numbers)
"""
_FORMULAS = (
    "sum(numbers)",
    "max(numbers)",
    "min(numbers)",
    "sum(n * n for n in numbers)",
    "len(set(numbers))",
)
_PRINT = "print(word)\nprint(one)\nprint(*many)\n"
# The name of a fault, and what a program with it does after it has read and computed.
FAULTS = {
    "right": _PRINT,
    "wrong-case": "print(word.capitalize())\nprint(one)\nprint(*many)\n",
    "trailing blank": 'print(word)\nprint(one)\nprint(*many, "")\n',
    "too slow": "if len(numbers) > 12:\n    while True:\n        pass\n" + _PRINT,
    "crash": 'if len(numbers) < 6:\n    raise ValueError(f"too few numbers: {numbers}")\n' + _PRINT,
    "wrong number": "print(word)\nprint(one + (one % 3 == 0))\nprint(*many)\n",
    "one off": "print(word)\nprint(one)\nprint(*many[:-1])\n",
    "prompt": 'print("The answer is " + word)\nprint(one)\nprint(*many)\n',
    "no line end": 'print(word)\nprint(one)\nprint(*many, end="")\n',
    "negative": "print(word)\nprint(abs(one))\nprint(*sorted(numbers, key=abs))\n",
    "debugging": 'print("DEBUG", len(numbers))\n' + _PRINT,
    "does not compile": "print(word\n",
}


def make_class(folder: Path, *, students: int, problems: int, tests: int) -> None:
    """Write the problems, and programs of each student; the same numbers give the same class."""
    chance = random.Random(7)
    names = [f"{PROBLEMS[n % len(PROBLEMS)]}{n // len(PROBLEMS) or ''}" for n in range(problems)]
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        cases = [_make_case(test, number, chance) for test in range(1, tests + 1)]
        limits = {"time": "200ms", "compare": "exact"}
        text = json.dumps({"problem": name, **limits, "cases": cases}, ensure_ascii=False, indent=1)
        (folder / "cases" / f"{name}.yaml").write_text(text, encoding="utf-8")
    for place, student in enumerate(_name_students(students)):
        own = folder / "solutions" / student
        own.mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(names):
            missing = problems > 1 and chance.random() < 0.05
            fault = "right" if place % 8 == 0 else chance.choice([*FAULTS, "right", "wrong number"])
            if not missing:
                (own / f"{name}.py").write_text(_solve(number) + FAULTS[fault], encoding="utf-8")


def _name_students(number: int) -> list[str]:
    return [
        f"{name}{turn // len(FIRST_NAMES) or ''}"
        for turn, name in enumerate(islice(cycle(FIRST_NAMES), number))
    ]


def _solve(number: int) -> str:
    return _SOLVE.format(shift=number, formula=_FORMULAS[number % len(_FORMULAS)])


def _make_case(test: int, number: int, chance: random.Random) -> dict[str, str]:
    numbers = [chance.randrange(-99, 1000) for _ in range(chance.randrange(3, 16))]
    found: dict[str, object] = {}
    given = f"{' '.join(map(str, numbers))}\n"
    exec(_solve(number), {"input": lambda: given}, found)
    many = " ".join(map(str, sorted(numbers)))
    return {"id": f"{test:03}", "input": given, "output": f"{found['word']}\n{found['one']}\n{many}\n"}


def measure(folder: Path) -> None:
    """Print what the page of the class costs."""
    judge = [sys.executable, "-m", "judge"]
    subprocess.run([*judge, "run", "--json", "results.json", "--resume", "--html", "class.html"], cwd=folder)
    page = (folder / "class.html").read_bytes()
    began = time.perf_counter()
    subprocess.run([*judge, "report", "results.json", "--html", "again.html"], cwd=folder, check=True)
    print(f"judge report: {time.perf_counter() - began:.2f} s")
    markup = _STORED.sub(rb"\1", page)
    tables = [json.loads(data) for data in re.findall(rb'json">(.*?)</script>', page)]
    cells = [cell for rows in tables for row in rows for cell in row[3:] if cell and cell[0].endswith(" x")]
    print(f"{len(page):,} bytes, of which {len(markup):,} are parsed as markup when the page opens")
    print(f"{len(cells):,} failing cells, of which {sum(bool(cell[3]) for cell in cells):,} open")
    (folder / "empty.html").write_text("<!doctype html><title>empty</title>")
    for name in ("empty.html", "class.html"):
        wall_s, found = _open(folder / name)
        load, cpu_s = os.getloadavg()[0], found["TaskDuration"]
        print(f"{name}: shown after {wall_s:.2f} s at a load of {load:.1f}, of which {cpu_s:.2f} s of CPU")
        parts = {"style": "RecalcStyleDuration", "layout": "LayoutDuration", "script": "ScriptDuration"}
        words = ", ".join(f"{found[name]:.2f} s {part}" for part, name in parts.items())
        print(f"of these {words}; {found['Nodes']:,.0f} nodes")


def _open(file: Path) -> tuple[float, dict[str, float]]:
    """Return the seconds until a page is drawn, and what Chromium measured on the page's main thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto("about:blank")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        began = time.perf_counter()
        page.goto(file.resolve().as_uri())
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        wall_s = time.perf_counter() - began
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        browser.close()
    return wall_s, metrics


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--problems", type=int, default=5)
    parser.add_argument("--tests", type=int, default=20)
    parser.add_argument("--measure", action="store_true")
    asked = parser.parse_args(words)
    make_class(asked.folder, students=asked.students, problems=asked.problems, tests=asked.tests)
    if asked.measure:
        measure(asked.folder)


if __name__ == "__main__":
    main()
