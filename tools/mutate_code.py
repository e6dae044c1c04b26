"""Plant small bugs in the code, one at a time, and count the ones that tests detect.

    python tools/mutate_code.py record -o seen.json --most-s 45 tests/work tests/running ...
    python tools/mutate_code.py sample -o mutants.json --count 300 --seed 1 judge/work judge/running ...
    python tools/mutate_code.py run --seen seen.json mutants.json
    python tools/mutate_code.py run --seen seen.json --most-s 60 --again mutants.json

`record` runs tests once and notes which lines each of them reaches and how long it takes. It needs
`coverage`. `sample` draws mutants from the files in the given folders. The same seed and the same files give
the same mutants, and each folder gives its share. `run` copies the tracked files to a temporary folder,
plants each mutant there and runs the tests that reach its line, until one fails or time runs out. Tests in
the test file of its module run first, then the quickest. It writes the fate of each mutant into the file,
continues where it was stopped, and prints the share of seen mutants with a 95 % interval (Wilson). A second
`run` with more time and `--again` tries the survivors once more.

Code that runs in separate processes is invisible to `coverage`. Its mutants are tried on the tests of its
room: tests/ROOM mirrors judge/ROOM. A mutant that is marked `"equivalent": "why"` in the file is left out of
the share.

Operators: `<` for `<=` and similar swaps, a negated condition, `and` for `or`, `not` removed, a named
argument or an element of a tuple, list or set left out, a number one more or one less, `return None`, a
statement left out, `break` for `continue`, CPU time for wall time.
"""

import argparse
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mutants import mutants

ROOT = Path(__file__).parents[1]
PYTEST = ["-q", "-p", "no:cacheprovider", "-n", "0", "-m", "slow or not slow"]


def sample(folders: list[str], count: int, seed: int) -> list[dict[str, Any]]:
    """Draw mutants in random order, from each folder in proportion to their number."""
    every: dict[str, list[dict[str, Any]]] = {}
    for folder in folders:
        files = sorted((ROOT / folder).rglob("*.py"))
        found = (mutants(str(file.relative_to(ROOT)), file.read_bytes()) for file in files)
        every[folder] = [mutant for of_file in found for mutant in of_file]
    total, chance = sum(map(len, every.values())), random.Random(seed)
    drawn = []
    for own in every.values():
        share = round(count * len(own) / total)
        drawn += [(chance.random(), mutant) for mutant in chance.sample(own, share)]
    return [mutant for _, mutant in sorted(drawn, key=lambda pair: pair[0])]


class Recorder:
    """A plugin of pytest that notes which lines of judge/ each test reaches."""

    def __init__(self, most_s: float) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=[f"{ROOT}/judge/*"], config_file=False)
        self.most_s = most_s
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)

    def pytest_runtest_setup(self, item: Any) -> None:
        file = item.nodeid.partition("::")[0]
        if sum(s for name, s in self.seconds.items() if name.startswith(f"{file}::")) > self.most_s:
            pytest.skip("its file has had its time")

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def write(self, file: Path) -> None:
        """Write the tests that passed with their times, and for each line their indices."""
        data = self.coverage.get_data()
        names = [name for name in self.seconds if name not in self.failed]
        number = {name: index for index, name in enumerate(names)}
        lines = {
            str(Path(measured).relative_to(ROOT)): {
                line: sorted(number[name] for name in contexts if name in number)
                for line, contexts in data.contexts_by_lineno(measured).items()
            }
            for measured in data.measured_files()
        }
        tests = [[name, round(self.seconds[name], 3)] for name in names]
        file.write_text(json.dumps({"tests": tests, "lines": lines}))


class Selected:
    """A plugin of pytest that runs the tests named in a file, in the order of that file."""

    def __init__(self, file: str) -> None:
        self.order = {name: index for index, name in enumerate(json.loads(Path(file).read_text()))}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])


def reaching(seen: dict[str, Any], mutant: dict[str, Any], most_s: float) -> list[str]:
    """Name the tests that reach a mutant, up to `most_s` seconds of them."""
    path, (first, last) = Path(mutant["path"]), mutant["lines"]
    lines = seen["lines"].get(str(path), {})
    tests = {test for line in range(first, last + 1) for test in lines.get(str(line), ())}
    tests = tests or {test for of_line in lines.values() for test in of_line}
    room = path.parent
    while not tests and len(room.parts) > 1:
        place = str(room).replace("judge", "tests", 1)
        tests = {index for index, (name, _) in enumerate(seen["tests"]) if name.startswith(f"{place}/")}
        room = room.parent
    timed = [seen["tests"][test] for test in tests]
    chosen, sum_s = [], 0.0
    for name, seconds in sorted(timed, key=lambda each: (f"test_{path.stem}.py" not in each[0], each[1])):
        sum_s += seconds
        if sum_s > most_s and chosen:
            break
        chosen.append(name)
    return chosen


def try_one(copy: Path, mutant: dict[str, Any], tests: list[str], time_limit_s: float) -> str:
    """Plant one mutant in the copy, run the tests, and return its fate."""
    file = copy / mutant["path"]
    source, (start, end) = file.read_bytes(), mutant["range"]
    if source[start:end].decode() != mutant["before"]:
        return "moved"
    file.write_bytes(source[:start] + mutant["after"].encode() + source[end:])
    # Python recognizes an outdated compiled file by the source's time in whole seconds.
    os.utime(file, (mutant["number"], mutant["number"]))
    order, output = copy.with_suffix(".tests"), copy.with_suffix(".output")
    order.write_text(json.dumps(tests))
    files = sorted({name.partition("::")[0] for name in tests})
    words = [str(Path(__file__).resolve()), "test", str(order), "-x", "--no-header", "--tb=line", *files]
    with output.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            stdout=written,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(time_limit_s)
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            file.write_bytes(source)
            os.utime(file, (1, 1))
    said = output.read_text(errors="replace").splitlines()
    mutant["by"] = next((line[:200] for line in said if line.startswith(("FAILED", "ERROR"))), "")
    return "seen" if code else "survived"


def copy_to(folder: str) -> Path:
    """Copy the tracked files."""
    copy = Path(folder, "copy")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, tracked.decode().split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name, follow_symlinks=False)
    return copy


def summary(mutants: list[dict[str, Any]]) -> str:
    fates = Counter("equivalent" if "equivalent" in each else each.get("fate", "untried") for each in mutants)
    seen = fates["seen"] + fates["time"]
    number, z = max(1, seen + fates["survived"]), 1.96
    share, whole = seen / number, 1 + z * z / number
    middle = (share + z * z / 2 / number) / whole
    half = z / whole * math.sqrt(share * (1 - share) / number + z * z / 4 / number**2)
    interval = f"95 % interval {middle - half:.1%} to {middle + half:.1%}"
    return f"{dict(fates)}: seen {seen} of {number}, {share:.1%}, {interval}"


def run(file: Path, seen: dict[str, Any], only: str, most_s: float, again: bool) -> None:
    """Try all mutants of the file that have no fate yet, and with `again` also the survivors."""
    mutants = json.loads(file.read_text())
    seconds, done = dict(seen["tests"]), {"seen", "time", *(() if again else ("survived",))}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = copy_to(folder)
        control = {"path": "judge/__init__.py", "range": [0, 0], "before": "", "after": "", "number": 1}
        if try_one(copy, control, [seen["tests"][0][0]], 300) != "survived":
            raise SystemExit(f"a test fails without a mutant: {control['by']}")
        for number, mutant in enumerate(mutants, 2):
            is_done = "equivalent" in mutant or mutant.get("fate") in done
            if is_done or not mutant["path"].startswith(tuple(only.split(","))):
                continue
            mutant["number"] = number + int(time.time()) // 2
            tests = reaching(seen, mutant, most_s)
            limit_s = 30 + 4 * sum(seconds[name] for name in tests)
            began = time.monotonic()
            mutant["fate"] = try_one(copy, mutant, tests, limit_s) if tests else "survived"
            mutant |= {"tests": len(tests), "took_s": round(time.monotonic() - began, 1)}
            file.write_text(json.dumps(mutants, indent=1))
            place = f"{mutant['path']}:{mutant['lines'][0]}"
            print(f"{place} {mutant['operator']}: {mutant['fate']} {mutant['took_s']} s", flush=True)
    print(summary(mutants))


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser("record")
    record.add_argument("-o", type=Path, required=True)
    record.add_argument("--most-s", type=float, default=45, help="time for the tests of one file")
    draw = commands.add_parser("sample")
    draw.add_argument("-o", type=Path, required=True)
    draw.add_argument("--count", type=int, default=300)
    draw.add_argument("--seed", type=int, default=1)
    draw.add_argument("folders", nargs="+")
    tried = commands.add_parser("run")
    tried.add_argument("--seen", type=Path, required=True)
    tried.add_argument("--only", default="", help="paths that begin so, with commas between them")
    tried.add_argument("--most-s", type=float, default=12, help="time for the tests of one mutant")
    tried.add_argument("--again", action="store_true", help="try those again that survived")
    tried.add_argument("mutants", type=Path)
    commands.add_parser("test").add_argument("order")
    asked, words = parser.parse_known_args()
    if asked.command == "record":
        recorder = Recorder(asked.most_s)
        recorder.coverage.start()
        pytest.main([*PYTEST, *words], plugins=[recorder])
        recorder.coverage.stop()
        recorder.write(asked.o)
    elif asked.command == "sample":
        asked.o.write_text(json.dumps(sample(asked.folders, asked.count, asked.seed), indent=1))
    elif asked.command == "run":
        run(asked.mutants, json.loads(asked.seen.read_text()), asked.only, asked.most_s, asked.again)
    else:
        return pytest.main([*PYTEST, *words], plugins=[Selected(asked.order)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
