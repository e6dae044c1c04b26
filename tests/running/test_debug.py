"""`--debug` builds programs so that they say where they are wrong, and judges right ones as before."""

from pathlib import Path

import pytest
from helpers import A_PLUS_B, need, run_here, write_project

# A program, how it is wrong, and the words of the report. Each is right without `--debug`.
WRONG = [
    (
        "index.cpp",
        "#include <cstdio>\n#include <vector>\nint main() {\n  int a, b; scanf(\"%d %d\", &a, &b);\n"
        "  std::vector<int> v(2); v.reserve(4);\n  v[2] = a + b;\n  printf(\"%d\\n\", v[2]);\n}\n",
        "index.cpp:6",
    ),
    (
        "freed.c",
        '#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  int *s = calloc(3, sizeof *s);\n'
        '  scanf("%d %d", s, s + 1);\n  int sum = *s + s[1];\n  free(s);\n  volatile int late = s[2];\n'
        '  printf("%d\\n", sum + 0 * late);\n}\n',
        "freed.c:8",
    ),
    (
        "overflow.cpp",
        "#include <climits>\n#include <cstdio>\nint main() {\n  int a, b; scanf(\"%d %d\", &a, &b);\n"
        "  volatile int most = INT_MAX;\n  volatile int more = most + 1;\n  printf(\"%d\\n\", a + b);\n}\n",
        "overflow.cpp:6:",
    ),
    (
        "local.cpp",
        "#include <cstdio>\n#include <cstdlib>\nint main() {\n#ifdef LOCAL\n  abort();\n#endif\n"
        "  int a, b; scanf(\"%d %d\", &a, &b);\n  printf(\"%d\\n\", a + b);\n}\n",
        "local.cpp:5",
    ),
    (
        "Asserts.java",
        "import java.util.*;\npublic class Asserts { public static void main(String[] w) {\n"
        "  Scanner in = new Scanner(System.in); int a = in.nextInt(), b = in.nextInt();\n"
        "  assert a > b;\n  System.out.println(a + b); } }\n",
        "Asserts.java:4",
    ),
    (
        "warns.py",
        "import warnings\nwarnings.warn('old', DeprecationWarning)\nprint(sum(map(int, input().split())))\n",
        'warns.py", line 2',
    ),
]  # fmt: skip
TOOLS = {".cpp": "g++", ".c": "gcc", ".java": "javac"}


def compiled_slowly(*values: str) -> object:
    """A parameter set whose program a compiler builds twice."""
    marks = () if values[0].endswith(".py") else pytest.mark.slow
    return pytest.param(*values, id=values[0], marks=marks)


@pytest.mark.parametrize(("name", "source", "place"), [compiled_slowly(*each) for each in WRONG])
def test_a_hidden_mistake_is_reported_with_the_users_own_line(
    name: str, source: str, place: str, tmp_path: Path
) -> None:
    if tool := TOOLS.get(Path(name).suffix):
        need(tool)
    project = write_project(tmp_path, solutions={name: source}, cases={"sum.yaml": A_PLUS_B})
    assert run_here("run", cwd=project).returncode == 0
    done = run_here("run", "--debug", cwd=project)
    assert done.returncode == 1
    assert "RE" in done.stdout
    assert f"solutions/{place}" in done.stdout
    assert "debug builds" in done.stdout


RIGHT = [
    # Leaks cannot be found without ptrace.
    (
        "leaks.cpp",
        '#include <cstdio>\nint main() {\n  int *s = new int[2]; scanf("%d %d", s, s + 1);\n'
        '  printf("%d\\n", s[0] + s[1]);\n  s = nullptr;\n}\n',
    ),
    ("adds.py", "print(sum(map(int, input().split())))\n"),
    (
        "Adds.java",
        "public class Adds { public static void main(String[] w) {\n"
        "  java.util.Scanner in = new java.util.Scanner(System.in);\n"
        "  System.out.println(in.nextInt() + in.nextInt()); } }\n",
    ),
]


@pytest.mark.parametrize(("name", "source"), [compiled_slowly(*each) for each in RIGHT])
def test_a_right_program_is_accepted_under_wider_limits(name: str, source: str, tmp_path: Path) -> None:
    if tool := TOOLS.get(Path(name).suffix):
        need(tool)
    project = write_project(tmp_path, solutions={name: source}, cases={"sum.yaml": A_PLUS_B})
    done = run_here("show", "--debug", Path(name).stem, "small", cwd=project)
    assert done.returncode == 0, done.stdout
    assert "(limit 100 s)" in done.stdout
    assert "(limit 1280 MiB)" in done.stdout


def test_a_project_states_its_own_words_for_a_language(tmp_path: Path) -> None:
    need("g++")
    source = (
        '#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b EXTRA); }'
    )
    write_project(tmp_path, solutions={"a.cpp": f"// judge: {{flags: [-DEXTRA=]}}\n{source}"})
    (tmp_path / "pyproject.toml").write_text(
        '[tool.judge.languages.cpp]\ndebug = ["-UEXTRA", "-DEXTRA=+1"]\n', encoding="utf-8"
    )
    assert run_here("run", cwd=tmp_path).returncode == 0
    assert "WA" in run_here("run", "--debug", cwd=tmp_path).stdout


def test_earlier_results_of_other_builds_are_not_reused(tmp_path: Path) -> None:
    project = write_project(tmp_path, solutions={"warns.py": WRONG[-1][1]})
    assert run_here("run", cwd=project).returncode == 0
    assert run_here("run", "--debug", "--resume", cwd=project).returncode == 1
    assert run_here("run", "--resume", cwd=project).returncode == 0
