"""Count the wrong programs of the planted set in tests/ that `judge weak --with` finds.

    python benchmarks/weak.py [--budget 60s] [PROBLEM ...]

Each of the ten problems has six wrong programs and one or two tests that accept all of them. A program is
found if a new input rejects it. The search for a problem takes at most the budget, and half of it again to
shrink what it found. On a busy machine look at the CPU time: ten minutes on two cores are 1,200 s.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PLANTED = Path(__file__).parents[1] / "tests" / "programs" / "weak"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--budget", default="60s", help="time for the search of each problem (default: 60s)")
    parser.add_argument("problems", nargs="*", help="default: all")
    arguments = parser.parse_args()
    names = arguments.problems or sorted(path.name for path in (PLANTED / "rejected").iterdir())
    found = planted = 0
    began = time.monotonic()
    for name in names:
        before = time.monotonic()
        mutants, searched = search(name, arguments.budget)
        missed = [each["name"] for each in mutants if not each["killers"] and each["new_test"] is None]
        early = [each["name"] for each in mutants if each["killers"]]
        assert not early, f"rejected by the thinned tests already: {early}"
        found, planted = found + len(mutants) - len(missed), planted + len(mutants)
        words = f"{len(mutants) - len(missed)} of {len(mutants)}, {searched:,} inputs"
        print(f"{name:10} {words:24} {time.monotonic() - before:5.1f} s  {', '.join(missed)}", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = used.ru_utime + used.ru_stime
    print(f"{found} of {planted} found in {time.monotonic() - began:.0f} s, {cpu_s:.0f} s of CPU time")


def search(problem: str, budget: str) -> tuple[list[dict[str, Any]], int]:
    """Search in a copy of the set. Return the wrong programs of the document, and the number of inputs."""
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(PLANTED, Path(folder, "planted"))
        words = [sys.executable, "-m", "judge", "weak", problem, "--with", f"rejected/{problem}"]
        words += ["--budget", budget, "--seed", "1", "--json", "weak.json"]
        done = subprocess.run(words, cwd=root, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{problem}: {done.stderr}")
        document = json.loads((root / "weak.json").read_text())
    return document["mutants"], document["searched"]


if __name__ == "__main__":
    main()
