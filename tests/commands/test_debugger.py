"""`judge debug` stops in the user's source, with the input of the right test."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import environment, need, write_files

FAILS = {
    "a.py": "n = int(input())\nassert n < 5, n\nprint(n)\n",
    "test/1.in": "1\n",
    "test/1.out": "1\n",
    "test/2.in": "7\n",
    "test/2.out": "7\n",
}


def debug(*words: str, typed: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "judge", "debug", *words],
        cwd=cwd,
        env=environment(),
        input=typed,
        capture_output=True,
        text=True,
    )


def test_pdb_stops_where_the_first_failing_test_fails(tmp_path: Path) -> None:
    write_files(tmp_path, FAILS)
    done = debug("a.py", typed="continue\np n * 6\nquit\n", cwd=tmp_path)
    assert "a.py on test/2, in pdb, outside the sandbox" in done.stderr
    assert f"{tmp_path}/a.py(2)<module>()" in done.stdout
    assert "42" in done.stdout


def test_a_named_test_is_given_to_the_program_and_not_to_the_debugger(tmp_path: Path) -> None:
    write_files(tmp_path, FAILS)
    done = debug("a.py", "1", typed="next\np n * 6\nquit\n", cwd=tmp_path)
    assert "a.py on test/1, in pdb" in done.stderr
    assert "6\n" in done.stdout


def test_without_a_failure_the_first_test_is_said_to_pass(tmp_path: Path) -> None:
    write_files(tmp_path, {**FAILS, "a.py": "print(input())\n"})
    done = debug("a.py", typed="quit\n", cwd=tmp_path)
    assert "a.py on test/1, which passes like all others, in pdb, outside the sandbox" in done.stderr


WORDS = ("a b", "$HOME", "x;y", "<z", "it's", "")
GIVEN = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: sum\nuuid: 5ca6ba5b-62d5-4eff-8634-d7ea7aeeb6d6\n"
    ),
    "data/secret/1.in": "3\n",
    "data/secret/1.ans": "3\n",
    "data/secret/1.yaml": f"args: {json.dumps(WORDS)}\n",
    "data/secret/1.files/deep/note": "a note\n",
    "submissions/accepted/a.py": (
        'import sys\nprint("".join(f"<{word}>" for word in sys.argv[1:]) + open("deep/note").read())\n'
    ),
    "submissions/accepted/a.cpp": (
        '#include <cstdio>\nint main(int n, char **words) {\n  FILE *note = fopen("deep/note", "r");\n'
        '  for (int at = 1; at < n; at++) printf("<%s>", words[at]);\n  printf("%c", fgetc(note));\n}\n'
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "line"), [("a.py", "a.py(1)"), pytest.param("a.cpp", "a.cpp:3", marks=pytest.mark.slow)]
)
def test_a_debugger_gives_the_words_and_files_of_the_test_and_names_the_users_source(
    name: str, line: str, tmp_path: Path
) -> None:
    need(*(("g++", "gdb") if name == "a.cpp" else ()))
    write_files(tmp_path, GIVEN)
    done = debug(name, typed="continue\nquit\n", cwd=tmp_path)
    assert f"{''.join(f'<{word}>' for word in WORDS)}a" in done.stdout
    assert f"{tmp_path}/submissions/accepted/{line}" in done.stdout


@pytest.mark.slow
def test_gdb_shows_the_users_source_and_stops_at_a_sanitizers_report(tmp_path: Path) -> None:
    need("g++", "gdb")
    source = (
        "#include <cstdio>\nint main() {\n  int n, at; scanf(\"%d\", &n);\n"
        "  int *v = new int[n]();\n  v[n] = 3;  // beyond the end\n  printf(\"%d\\n\", n);\n}\n"
    )  # fmt: skip
    write_files(tmp_path, {**FAILS, "a.cpp": source})
    done = debug(
        "a.cpp", "2", typed="break a.cpp:5\ncontinue\nprint n\ncontinue\nbacktrace\nquit\n", cwd=tmp_path
    )
    assert "a.cpp on test/2, in gdb, outside the sandbox" in done.stderr
    assert "// beyond the end" in done.stdout
    assert "SIGABRT" in done.stdout
    assert "$1 = 7" in done.stdout
    assert f"{tmp_path}/a.cpp:5" in done.stdout


@pytest.mark.slow
def test_gdb_names_the_users_own_header(tmp_path: Path) -> None:
    need("g++", "gdb")
    source = '#include "own.h"\n#include <cstdio>\nint main() { std::printf("%d\\n", three()); }\n'
    write_files(tmp_path, {**FAILS, "a b.cpp": source, "own.h": "inline int three() {\n  return 3;\n}\n"})
    done = debug("a b.cpp", "1", typed="break three\ncontinue\nquit\n", cwd=tmp_path)
    assert f"{tmp_path}/own.h:2" in done.stdout
    assert "  return 3;" in done.stdout


@pytest.mark.parametrize(("name", "ends"), [("a.py", "No module named 'parts'"), ("main.py", "from a part")])
def test_a_program_in_pdb_imports_what_it_imports_in_the_sandbox(
    name: str, ends: str, tmp_path: Path
) -> None:
    tests = {key: text for key, text in FAILS.items() if key != "a.py"}
    source = "import parts\nprint('from', parts.N)\n"
    write_files(tmp_path, {**tests, name: source, "parts.py": "N = 'a part'\n"})
    done = debug(name, "1", typed="continue\nquit\n", cwd=tmp_path)
    assert ends in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.js": "", "1.in": "", "1.out": ""}, "expected a program for gdb or pdb, got one in javascript"),
        ({"a.py": ""}, "expected tests next to it"),
    ],
)
def test_what_cannot_be_debugged_is_one_line(files: dict[str, str], message: str, tmp_path: Path) -> None:
    write_files(tmp_path, files)
    done = debug(next(iter(files)), typed="", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
