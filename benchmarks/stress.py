"""Cases a second of `judge stress` beside the loop that people write in a shell, in turn.

Both call the same generator and the same two programs, which agree, on cases of the same sizes; the loop
compares with cmp, sets no limit and seals nothing. Python programs start as a shell starts them, those in C++
are built by g++ -O2 for both. Prints the medians of the rounds, the ratios to the loop, and what two workers
take of the time of one for as many cases: of one that has both cores, on which it is now here and now there,
and of one on one core.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

PYTHON = {
    "gen.py": """\
import random, sys
seed, size = map(int, sys.argv[1:])
random.seed(seed)
print(size)
print(*[random.randint(-100, 100) for _ in range(size)])
""",
    "a.py": "n = int(input())\nprint(sum(map(int, input().split())))\n",
    "b.py": "n = int(input())\ntotal = 0\nfor x in input().split():\n    total += int(x)\nprint(total)\n",
}
CPP = {
    "gen.cpp": """\
#include <cstdio>
#include <cstdlib>
#include <random>
int main(int, char **argv) {
    std::mt19937 random(std::atoi(argv[1]));
    int n = std::atoi(argv[2]);
    std::printf("%d\\n", n);
    for (int i = 0; i < n; i++) std::printf("%d ", int(random() % 201) - 100);
    std::printf("\\n");
}
""",
    "a.cpp": """\
#include <cstdio>
int main() {
    int n, x, sum = 0;
    std::scanf("%d", &n);
    while (n--) std::scanf("%d", &x), sum += x;
    std::printf("%d\\n", sum);
}
""",
    "b.cpp": """\
#include <iostream>
#include <numeric>
#include <vector>
int main() {
    int n;
    std::cin >> n;
    std::vector<int> xs(n);
    for (int &x : xs) std::cin >> x;
    std::cout << std::accumulate(xs.begin(), xs.end(), 0) << "\\n";
}
""",
}
LOOP = """\
for ((i = 1; ; i++)); do
    {gen} $i $((i % 50 + 1)) > in
    {a} < in > out.a
    {b} < in > out.b
    cmp -s out.a out.b || exit 1
    ((SECONDS < {seconds})) || break
done
echo $i
"""
RATE = re.compile(r"([\d,]+) cases? in ([\d.]+) s")


def judged(folder: Path, suffix: str, *, jobs: int, seconds: int, cores: int | None = None) -> float:
    """Cases a second, on so many cores, by default on all."""
    words = [f"a{suffix}", "--against", f"b{suffix}", "--generator", f"gen{suffix} {{seed}} {{size:50}}"]
    command = [sys.executable, "-m", "judge", "stress", *words, "--jobs", str(jobs), "--seed", "1"]
    run = subprocess.run(
        [*command, "--budget", f"{seconds}s"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores]),
    )
    found = RATE.search(run.stdout)
    assert found, run.stdout
    return int(found[1].replace(",", "")) / float(found[2])


def looped(folder: Path, suffix: str, *, seconds: int) -> float:
    names = ("gen", "a", "b")
    calls = {name: f"./{name}" if suffix == ".cpp" else f"{sys.executable} {name}.py" for name in names}
    script = LOOP.format(**calls, seconds=seconds)
    run = subprocess.run(["bash", "-c", script], cwd=folder, check=True, capture_output=True, text=True)
    return int(run.stdout) / seconds


def prepared(folder: Path, sources: Mapping[str, str]) -> None:
    for name, source in sources.items():
        (folder / name).write_text(source)
        if name.endswith(".cpp"):
            target = (folder / name).with_suffix("")
            subprocess.run(["g++", "-O2", "-o", target, folder / name], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=10)
    arguments = parser.parse_args()
    print(f"{os.cpu_count()} processors, {arguments.rounds} rounds of {arguments.seconds} s in turn")
    for suffix, sources in ((".py", PYTHON), (".cpp", CPP)):
        if suffix == ".cpp" and not shutil.which("g++"):
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            prepared(folder, sources)
            rates: dict[str, list[float]] = {"loop": [], "core": [], "one": [], "two": []}
            for _ in range(arguments.rounds):
                rates["loop"].append(looped(folder, suffix, seconds=arguments.seconds))
                rates["core"].append(judged(folder, suffix, jobs=1, cores=1, seconds=arguments.seconds))
                rates["one"].append(judged(folder, suffix, jobs=1, seconds=arguments.seconds))
                rates["two"].append(judged(folder, suffix, jobs=2, seconds=arguments.seconds))
        loop, core, one, two = (statistics.median(rate) for rate in rates.values())
        print(
            f"{suffix[1:]:4} loop {loop:6.0f}/s, one worker {one:6.0f}/s ({one / loop:.1f} times the loop),",
            f"two {two:6.0f}/s ({two / loop:.1f} times);",
            f"two take {one / two:.2f} of the time of one, {core / two:.2f} of that of one on one core",
        )


if __name__ == "__main__":
    main()
