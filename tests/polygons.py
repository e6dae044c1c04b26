"""Packages in Polygon's layout: its `problem.xml` and its folders, with our own programs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from helpers import write_files

CHECKER = """\
import sys
output, answer = (open(path).read().split() for path in sys.argv[2:4])
if output != answer: print("wrong answer: the sum", file=sys.stderr)
sys.exit(0 if output == answer else 1 if output else 2)
"""
GENERATOR = """\
import sys
n, step = map(int, sys.argv[1:3])
print(n)
print(*range(0, n * step, step))
"""
SUM = "n = int(input())\nprint(sum(map(int, input().split())))\n"
TYPES = {
    ".py": "python.3",
    ".cpp": "cpp.g++17",
    ".h": "h.g++",
    ".java": "java11",
    ".dpr": "delphi",
    ".jar": "zip",
}


# The document of a package, line by line in Polygon's style.
_DOCUMENT = """\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="16" short-name="sum-of-all" url="https://polygon.codeforces.com/p1/anna/sum-of-all">
    <names>
        <name language="russian" value="Сумма"/>
        <name language="english" value="The sum of all"/>
    </names>
    <statements>
        <statement charset="UTF-8" language="english" path="statements/english/problem.tex"/>
    </statements>
    <judging cpu-name="Intel(R) Core(TM) i3-8100 CPU @ 3.60GHz" cpu-speed="3600" {judging}>
        <testset name="tests">
            <time-limit>20000</time-limit>
            <memory-limit>268435456</memory-limit>
            <test-count>{count}</test-count>
            <input-path-pattern>tests/%02d</input-path-pattern>
            <answer-path-pattern>tests/%02d.a</answer-path-pattern>
            <tests>
{tests}
            </tests>{groups}
        </testset>{more}
    </judging>
    <files>
        <resources>
            <file path="files/olymp.sty"/>{resources}
        </resources>
        <executables>
            {executables}
        </executables>
    </files>
    <assets>
        <checker name="std::lcmp.cpp" type="testlib">
            {checker}
            <copy path="check.py"/>
            <testset><test-count>0</test-count><tests/></testset>
        </checker>{assets}
        <solutions>
            {solutions}
        </solutions>
    </assets>
    <properties><property name="tests-wellformed" value="true"/></properties>
    <stresses><stress-count>0</stress-count><stress-path-pattern>stresses/%03d</stress-path-pattern><list/></stresses>
</problem>
"""


def manual(**attributes: object) -> str:
    return _test(method="manual", **attributes)


def generated(command: str, **attributes: object) -> str:
    return _test(method="generated", cmd=command, **attributes)


def _test(**attributes: object) -> str:
    stated = {key.replace("_", "-"): value for key, value in attributes.items()}
    pairs = (f'{key}="{value}"' for key, value in stated.items())
    return f"<test {' '.join(pairs)}/>"


def source(path: str, *, kind: str = "", binary: str = "") -> str:
    built = binary or str(Path(path).with_suffix(".exe"))
    kind = kind or TYPES[Path(path).suffix]
    return f'<source path="{path}" type="{kind}"/><binary path="{built}" type="exe.win32"/>'


def problem_xml(
    tests: Sequence[str],
    *,
    solutions: Sequence[tuple[str, str]] = (("main", "solutions/sum.py"),),
    checker: str = "files/check.py",
    executables: Sequence[str] = ("files/gen.py",),
    resources: Sequence[str] = (),
    groups: str = "",
    judging: str = 'input-file="" output-file="" run-count="1"',
    assets: str = "",
    more: str = "",
) -> str:
    """Return the document of a package with these parts."""
    return _DOCUMENT.format(
        judging=judging,
        count=len(tests),
        tests="\n".join(f"                {test}" for test in tests),
        groups=groups,
        more=more,
        resources="".join(f'<file path="{path}" type="{TYPES[Path(path).suffix]}"/>' for path in resources),
        executables="".join(f"<executable>{source(path)}</executable>\n            " for path in executables),
        checker=source(checker, binary="check.exe"),
        assets=assets,
        solutions="".join(
            f'<solution tag="{tag}">{source(path)}</solution>\n            ' for tag, path in solutions
        ),
    )


FILES = {
    "files/check.py": CHECKER,
    "files/gen.py": GENERATOR,
    "files/olymp.sty": "% a style",
    "files/gen.exe": "MZ",
    "check.py": CHECKER,
    "check.exe": "MZ",
    "doall.sh": "#!/bin/sh\nrm -rf /\n",
    "scripts/gen-answer.sh": "#!/bin/sh\n",
    "statements/english/problem.tex": "a statement",
    "solutions/sum.py": SUM,
    "solutions/sum.exe": "MZ",
    "solutions/sum.py.desc": "File name: sum.py\nTag: MAIN\n",
    "tests/01": "2\n1 2\n",
}


def write_package(root: Path, xml: str, files: Mapping[str, str] = FILES) -> Path:
    return write_files(root, {"problem.xml": xml, **files})
