"""`judge verify` on programs and limits: what they should get, also when they are built in other ways."""

from pathlib import Path

import pytest
from helpers import ADDS, need, run_here, write_files, write_project
from verified import verify

TESTS = {f"{number}.in": f"{number} 2\n" for number in (1, 2, 3)}
TESTS |= {f"{number}.out": f"{number + 2}\n" for number in (1, 2, 3)}
WRONG = "a, b = map(int, input().split())\nprint(a * b)\n"
# It reads beyond the end of an array, which is harmless as it is usually built.
OVERRUN = """\
#include <cstdio>
int main(int count, char **) {
    int numbers[2];
    if (scanf("%d %d", numbers, numbers + 1) != 2) return 1;
    volatile int unused = numbers[count + 1];
    (void)unused;
    printf("%d\\n", numbers[0] + numbers[1]);
}
"""
UNOPTIMIZED = """\
#include <cstdio>
int main() {
    int a, b;
    scanf("%d %d", &a, &b);
#ifdef __OPTIMIZE__
    printf("%d\\n", a + b);
#else
    printf("%d\\n", a - b);
#endif
}
"""
SLOW = "import time\nwhile time.process_time() < {}:\n    pass\n" + ADDS.partition("\n")[2]


def make_project(root: Path, time: str = "2s", **solutions: str) -> Path:
    files = {f"sum/{name.replace('__', '.').replace('_', '/', 1)}": text for name, text in solutions.items()}
    root = write_project(root, solutions=files, cases={"sum.yaml": f"problem: Sum\ntime: {time}\n"})
    write_files(root / "cases" / "sum", TESTS if time == "2s" else {"1.in": "1 2\n", "1.out": "3\n"})
    return root


def test_programs_get_what_they_state_and_weak_tests_are_noted(tmp_path: Path) -> None:
    root = make_project(tmp_path, adds__py=ADDS, wa_product__py=WRONG)
    code, found = verify(root, "--only", "programs")
    assert (code, found["programs"]["message"]) == (0, "2 programs on 3 tests")
    assert found["programs"]["notes"] == []
    once = WRONG.replace("a * b", "a + b + (a == 3)")
    root = make_project(tmp_path / "weak", adds__py=ADDS, wa_once__py=once)
    assert verify(root, "--only", "programs")[1]["programs"]["notes"] == [
        "only sum/3 of 3 tests rejects sum/wa/once.py"
    ]


def test_unexpected_verdicts_come_with_the_command_that_shows_them(tmp_path: Path) -> None:
    root = make_project(tmp_path, wrong__py=WRONG, wa_right__py=ADDS)
    code, found = verify(root, "--only", "programs")
    assert code == 1
    wrong, right = found["programs"]["flaws"]
    assert wrong["message"].startswith("expected AC on sum/1, got WA (and on 1 more test)")
    assert wrong["command"] == "judge show sum/wrong.py sum/1"
    assert right["message"] == "expected WA on some test, got AC"
    shown = run_here(*wrong["command"].split()[1:], cwd=root)
    assert "sum/wrong.py on sum/1: WA" in shown.stdout


def test_accepted_programs_are_built_in_other_ways(tmp_path: Path) -> None:
    need("g++")
    root = make_project(tmp_path, adds__py=ADDS, over__cpp=OVERRUN, plain__cpp=UNOPTIMIZED)
    code, found = verify(root, "--only", "sanitizers", "--only", "optimization")
    assert code == 1
    (sanitized,), (changed,) = (found[name]["flaws"] for name in ("sanitizers", "optimization"))
    assert (sanitized["path"], changed["path"]) == ("solutions/sum/over.cpp", "solutions/sum/plain.cpp")
    assert sanitized["message"].startswith("expected AC on sum/1, got RE (and on 2 more tests)")
    assert sanitized["command"] == "judge show sum/over.cpp sum/1 --debug"
    assert changed["message"].startswith("expected AC on sum/1, got WA (and on 2 more tests)")


def test_python_has_no_other_builds(tmp_path: Path) -> None:
    code, found = verify(
        make_project(tmp_path, adds__py=ADDS), "--only", "sanitizers", "--only", "optimization"
    )
    assert (code, {each["status"] for each in found.values()}) == (0, {"skipped"})


@pytest.mark.slow
def test_a_limit_keeps_its_distance_from_both_sides(tmp_path: Path) -> None:
    slow, slower = SLOW.format(0.3), SLOW.format(2)
    root = make_project(tmp_path, "800ms", slow__py=slow, tle_slower__py=slower)
    code, found = verify(root, "--only", "limits")
    assert code == 0
    assert found["limits"]["message"].startswith("0.8s is at least 2 x ")
    near = SLOW.format(0.9)
    root = make_project(tmp_path / "near", "800ms", slow__py=slow, tle_near__py=near)
    code, found = verify(root, "--only", "limits")
    (flaw,) = found["limits"]["flaws"]
    assert code == 1
    assert "times 1.5 to be too little for sum/tle/near.py" in flaw["message"]
    root = make_project(tmp_path / "tight", "400ms", slow__py=slow)
    (flaw,) = verify(root, "--only", "limits")[1]["limits"]["flaws"]
    assert flaw["message"].startswith("expected at least 2 x ")
