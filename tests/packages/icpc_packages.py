"""Small packages of the format 2025-09, each of another kind, with the verdict of each test of a program.

BAPCtools gives the same verdicts where it knows the format. It counts no scores, includes no files and puts
no constants into submissions: there the verdicts follow from the specification.
"""

from collections.abc import Mapping

Files = Mapping[str, str]

_ANY_INPUT = "import sys\nsys.stdin.read()\nsys.exit(42)\n"
_HEAD = "problem_format_version: 2025-09\nuuid: 5ca6ba5b-9d5e-4eff-8c7a-df6e8fa8c85d\nlicense: unknown\n"


def package(metadata: str, **files: str) -> dict[str, str]:
    """A whole package: what every one must have, and these files by their paths."""
    return {
        "problem.yaml": _HEAD + metadata,
        "statement/problem.en.tex": "\\problemname{A problem}\nSolve it.\n",
        "input_validators/any.py": _ANY_INPUT,
        **files,
    }


FLOATS = package(
    "name: Halves\nlimits: {time_limit: 5.0, memory: 512}\n",
    **{
        "data/sample/1.in": "3\n",
        "data/sample/1.ans": "1.5 Yes\n",
        "data/secret/test_group.yaml": "output_validator_args: [float_tolerance, '1e-3', case_sensitive]\n",
        "data/secret/1.in": "1\n",
        "data/secret/1.ans": "0.5 Yes\n",
        "data/secret/exact/2.in": "5\n",
        "data/secret/exact/2.ans": "2.5 Yes\n",
        "data/secret/exact/2.yaml": "output_validator_args: []\ndescription: no number is near another\n",
        "submissions/accepted/half.py": "print(int(input()) / 2, 'Yes')\n",
        "submissions/wrong_answer/small.py": "print(int(input()) / 2, 'yes')\n",
        "submissions/wrong_answer/near.py": "print(int(input()) / 2 + 1e-4, 'Yes')\n",
        "submissions/mixed/both.py": "n = int(input())\nprint(n / 2 if n < 5 else 1 / 0, 'Yes')\n",
        "submissions/submissions.yaml": (
            "wrong_answer/near.py:\n  secret/1: {permitted: [AC]}\n  secret/exact: {required: [WA]}\n"
            "'mixed/*.py':\n  '{sample,secret/1}': {permitted: [AC]}\n  secret/exact/*: {permitted: [RTE]}\n"
        ),
    },
)
_SUMS = {
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/test_group.yaml": "max_score: 100\n",
    "data/secret/1-small/test_group.yaml": "max_score: 30\nrequire_pass: sample\n",
    "data/secret/1-small/1.in": "2 2\n",
    "data/secret/1-small/1.ans": "4\n",
    "data/secret/1-small/2.in": "2 3\n",
    "data/secret/1-small/2.ans": "5\n",
    "data/secret/2-each/test_group.yaml": "max_score: 40\nscore_aggregation: sum\n",
    "data/secret/2-each/1.in": "20 30\n",
    "data/secret/2-each/1.ans": "50\n",
    "data/secret/2-each/2.in": "-20 30\n",
    "data/secret/2-each/2.ans": "10\n",
    "data/secret/3-all/test_group.yaml": "max_score: 30\nrequire_pass: [sample, secret/1-small]\n",
    "data/secret/3-all/1.in": "2000 1\n",
    "data/secret/3-all/1.ans": "2001\n",
}
_ADDS = "print(sum(map(int, input().split())))\n"
SCORING = package(
    "name: Sums\ntype: scoring\nlimits: {time_limit: 5}\n",
    **_SUMS,
    **{
        "submissions/accepted/sum.py": _ADDS,
        "submissions/some/small.py": "a = sum(map(int, input().split()))\nprint(a if a < 30 else 0)\n",
        "submissions/some/large.py": "a = sum(map(int, input().split()))\nprint(a if a != 5 else 0)\n",
        "submissions/submissions.yaml": (
            "some/small.py:\n  score: 50\n  secret/1-small: {permitted: [AC], score: 30}\n"
            "  secret/2-each: {score: [10, 20]}\n"
            "some/large.py: {permitted: [AC, WA], required: [WA], score: 40}\n"
        ),
    },
)
_GUESS = """\
import sys

hidden = int(open(sys.argv[1]).read())
for turn in range(int(sys.argv[4])):
    word = sys.stdin.readline().strip()
    if not word.isdigit():
        break
    if int(word) == hidden:
        print("correct", flush=True)
        sys.exit(42)
    print("lower" if hidden < int(word) else "higher", flush=True)
open(sys.argv[3] + "/judgemessage.txt", "w").write(f"not found in {sys.argv[4]} guesses")
sys.exit(43)
"""
_HALVES = """\
low, high = 1, 1000
while low <= high:
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
"""
INTERACTIVE = package(
    "name: Guess\ntype: [pass-fail, interactive]\nlimits: {time_limit: 5}\n",
    **{
        "data/test_group.yaml": "output_validator_args: ['10']\n",
        "data/secret/1.in": "500\n",
        "data/secret/1.ans": "500\n",
        "data/secret/2.in": "1000\n",
        "data/secret/2.ans": "1000\n",
        "output_validator/talk.py": _GUESS,
        "submissions/accepted/halves.py": _HALVES,
        "submissions/wrong_answer/ones.py": "n = 499\nwhile True:\n    n += 1\n    print(n, flush=True)\n"
        "    if input() == 'correct':\n        break\n",
        "submissions/run_time_error/stops.py": "print(500, flush=True)\nassert input() == 'correct'\n",
        "submissions/submissions.yaml": "wrong_answer/ones.py: {message: in 10 guesses}\n",
    },
)
_TWICE = """\
import sys

first = sys.argv[3] + "/first.txt"
word = sys.stdin.read().split()[0]
way, asked = open(sys.argv[1]).read().split()
if way == "encode":
    open(first, "w").write(asked)
    open(sys.argv[3] + "/nextpass.in", "w").write("decode " + word + "\\n")
    sys.exit(42)
sys.exit(42 if word == open(first).read() else 43)
"""
_ONCE = "way, word = input().split()\nprint(word[::-1] if way == 'encode' else word)\n"
_SECOND = "way, word = input().split()\nassert way == 'encode'\nprint(word)\n"
MULTI_PASS = package(
    "name: Twice\ntype: multi-pass\nlimits: {time_limit: 5, validation_passes: 2}\n",
    **{
        "data/secret/1.in": "encode abc\n",
        "data/secret/1.ans": "abc\n",
        "data/secret/2.in": "encode x\n",
        "data/secret/2.ans": "x\n",
        "output_validator/twice.py": _TWICE,
        "submissions/accepted/reverses.py": "print(input().split()[1][::-1])\n",
        "submissions/wrong_answer/adds.py": "way, word = input().split()\nprint(word + 'y')\n",
        "submissions/wrong_answer/once.py": _ONCE,
        "submissions/run_time_error/second.py": _SECOND,
    },
)
_CHECKS = """\
import sys
import steps_of

assert sys.argv[4] in ('{{bound}}', '0')
n = int(open(sys.argv[1]).read())
sys.exit(42 if int(input()) == steps_of.after(n) else 43)
"""
_SMALL = "n = int(input())\nprint(n + {{step}} if n < {{bound}} / 2 else 0)\n"
_BEGINS = "import helper\nimport steps\nprint(helper.of(int(input())))\n"
CONSTANTS = package(
    "name: Constant\nlanguages: [python3, cpp]\nlimits: {time_limit: 5}\n"
    "constants:\n  step: 3\n  bound:\n    value: 1000\n    tex: 1\\,000\n",
    **{
        "data/sample/1.in": "1\n",
        "data/sample/1.ans": "4\n",
        "data/secret/1.in": "7\n",
        "data/secret/1.ans": "10\n",
        "data/secret/2.in": "999\n",
        "data/secret/2.ans": "1002\n",
        "data/secret/test_group.yaml": "output_validator_args: ['{{bound}}']\n",
        "output_validator/__init__.py": "",
        "output_validator/__main__.py": _CHECKS,
        "output_validator/steps_of.py": "def after(n):\n    return n + {{step}}\n",
        "data/sample/test_group.yaml": "output_validator_args: ['0']\n",
        "include/python3/steps.py": "STEP = {{step.value}}\n",
        "include/cpp/steps.h": "#define STEP {{step}}\n",
        "submissions/accepted/adds.py": "import steps\nprint(int(input()) + steps.STEP)\n",
        "submissions/accepted/plain.py": "print(int(input()) + {{step}})\n",
        "submissions/accepted/adds.cpp": '#include <iostream>\n#include "steps.h"\n'
        "int main() { int n; std::cin >> n; std::cout << n + STEP << '\\n'; }\n",
        "submissions/wrong_answer/small.py": _SMALL,
        "submissions/run_time_error/parts/__main__.py": _BEGINS,
        "submissions/run_time_error/parts/helper.py": "def of(n):\n    return n + 3 if n < 9 else 1 // 0\n",
    },
)
ARGUMENTS = package(
    "name: Words and files\nlimits: {time_limit: 5}\n",
    **{
        "data/sample/1.in": "",
        "data/sample/1.ans": "a b c\n",
        "data/sample/1.yaml": "args: [a, b c]\n",
        "data/secret/test_group.yaml": "args: [x]\n",
        "data/secret/1.in": "in\n",
        "data/secret/1.ans": "x in more\n",
        "data/secret/1.files/more.txt": "more\n",
        "data/secret/2.in": "",
        "data/secret/2.ans": "x\n",
        "submissions/accepted/all.py": "import os, sys\n"
        "more = open('more.txt').read() if os.path.exists('more.txt') else ''\n"
        "print(*sys.argv[1:], sys.stdin.read(), more)\n",
        "submissions/wrong_answer/words.py": "import sys\nprint(*sys.argv[1:])\n",
        "submissions/run_time_error/file.py": "import sys\nopen('more.txt')\nsys.exit(1)\n",
    },
)

# Of each package what its programs get on their tests, in order of these.
JUDGED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "halves": (
        FLOATS,
        {
            "accepted/half.py": "AC AC AC",
            "wrong_answer/small.py": "AC WA AC",
            "wrong_answer/near.py": "WA AC WA",
            "mixed/both.py": "AC AC RE",
        },
    ),
    "sums": (
        SCORING,
        {
            "accepted/sum.py": "AC AC AC AC AC AC",
            "some/small.py": "AC AC AC WA AC WA",
            "some/large.py": "AC AC WA AC AC AC",
        },
    ),
    "guess": (
        INTERACTIVE,
        {
            "accepted/halves.py": "AC AC",
            "wrong_answer/ones.py": "AC WA",
            "run_time_error/stops.py": "AC RE",
        },
    ),
    "twice": (
        MULTI_PASS,
        {
            "accepted/reverses.py": "AC AC",
            "wrong_answer/adds.py": "WA WA",
            "wrong_answer/once.py": "WA AC",
            "run_time_error/second.py": "RE RE",
        },
    ),
    "constant": (
        CONSTANTS,
        {
            "accepted/adds.py": "AC AC AC",
            "accepted/plain.py": "AC AC AC",
            "accepted/adds.cpp": "AC AC AC",
            "wrong_answer/small.py": "AC AC WA",
            "run_time_error/parts": "AC AC RE",
        },
    ),
    "words": (
        ARGUMENTS,
        {
            "accepted/all.py": "AC AC AC",
            "wrong_answer/words.py": "AC WA AC",
            "run_time_error/file.py": "RE RE RE",
        },
    ),
}
# Programs with several or with included files are folders in the project.
FOLDERS = {
    "adds.py": "main.py",
    "adds.cpp": "main.cpp",
    "plain.py": "main.py",
    "small.py": "main.py",
    "parts": "main.py",
}
