"""Count what the judge says of real packages: `count_packages.py FOLDER ...`.

It judges every package in these folders in place, at any depth, and prints one line for each. A program is
alike if each of its verdicts, and its points, are what its folder or its package expects. Programs without an
expectation and programs whose compiler is missing are counted separately.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent.parent
MARKS = ("problem.yaml", "problem.xml", "task.yaml", "info.toml", "init.yml")


class Count(NamedTuple):
    """The programs of a package. `judged` is 0 for a package that is refused or has no programs, else 1."""

    judged: int = 0
    programs: int = 0
    alike: int = 0
    skipped: int = 0
    open: int = 0


def main(folders: list[str]) -> None:
    total = Count()
    packages = sorted({package for folder in folders for package in find_packages(Path(folder))})
    for package in packages:
        count, others = count_package(package)
        total = Count(*map(sum, zip(total, count, strict=True)))
        print(f"{package}: {describe(count)}" if count.judged else f"{package}: nothing judged", flush=True)
        for name in others:
            print(f"  {name}")
    print(f"{total.judged} of {len(packages)} packages judged; {describe(total)}")


def describe(count: Count) -> str:
    more = f"{count.skipped} skipped, {count.open} without expectation"
    return f"{count.alike} of {count.programs} programs alike, {more}"


def find_packages(folder: Path) -> Iterator[Path]:
    """Yield the folders that hold a problem, without looking into them for more."""
    for root, names, files in os.walk(folder):
        if any(mark in files for mark in MARKS):
            names.clear()
            yield Path(root)
        names.sort()


def count_package(package: Path) -> tuple[Count, list[str]]:
    """Return the count and the programs that are not alike, each with its verdicts."""
    with tempfile.TemporaryDirectory() as temporary:
        report = Path(temporary) / "out.json"
        command = [sys.executable, "-m", "judge", "run", "--root", package, "--json", report]
        subprocess.run(command, cwd=HERE, capture_output=True, check=False)
        return count_programs(json.loads(report.read_bytes())) if report.is_file() else (Count(), [])


def count_programs(document: dict[str, Any]) -> tuple[Count, list[str]]:
    results: dict[str, list[dict[str, Any]]] = {}
    for result in document["results"]:
        results.setdefault(result["solution"], []).append(result)
    unmet = {entry["solution"] for entry in document["unmet"]}
    skipped = {name for name, tests in results.items() if all(test["verdict"] == "SK" for test in tests)}
    judged = results.keys() - skipped
    # `unknown` is the folder of programs of which nothing is expected.
    expected = {name for name in judged if "unknown" not in name.split("/")}
    alike = {name for name in expected - unmet if all(test["as_expected"] for test in results[name])}
    others = [
        f"{name}: {' '.join(sorted({test['verdict'] for test in results[name]}))}"
        for name in sorted(expected - alike)
    ]
    count = Count(bool(results), len(expected), len(alike), len(skipped), len(judged - expected))
    return count, others


if __name__ == "__main__":
    main(sys.argv[1:])
