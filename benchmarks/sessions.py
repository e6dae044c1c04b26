"""Do intervals hold from one session to the next? Copies of one program, in many sessions of one runner each.

    python benchmarks/sessions.py [SESSIONS]

A session times two copies in 40 rounds and takes the ratio of their faster halves. Where a warm interpreter
happens to lie in memory is the same for a whole session. If that mattered, the ratios of many sessions would
differ by more than the bootstrap of each allows.
"""

import math
import sys
from statistics import fmean, stdev

from judge.model.runs import Limits
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.timing.stats import sample
from judge.work.workers import list_physical_cores

ROUNDS = 40
SOURCE = b"t = {}\nfor i in range(400000):\n    t[i & 1023] = i\n"
LIMITS = Limits(cpu_s=10, memory_bytes=256 << 20, output_bytes=1 << 20)


def session() -> tuple[float, float]:
    """The logarithm of the ratio, and the standard error that the bootstrap gives it."""
    times_s: dict[str, list[float]] = {"a.py": [], "b.py": []}
    with Runner(core=list_physical_cores()[-1]) as runner:
        scripts = {name: runner.compile_python(SOURCE, name, LIMITS) for name in times_s}
        for round in range(ROUNDS):
            for name in sorted(scripts, reverse=round % 2 == 1):
                script = scripts[name]
                assert isinstance(script, Script)
                times_s[name].append(runner.run(script, b"", LIMITS).cpu_s)
    a, b = (sample(tuple(times)).apply(math.log) for times in times_s.values())
    return a.plus(b, -1).estimate, stdev(a.plus(b, -1).replicates)


if __name__ == "__main__":
    outcomes = [session() for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20)]
    ratios, errors = zip(*outcomes, strict=True)
    print(f"sessions differ by {stdev(ratios):.2%} (standard deviation), each claims {fmean(errors):.2%}")
