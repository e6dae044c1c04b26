"""A named interpreter, however it is named and wherever it lies, runs sealed or not at all."""

import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import A_PLUS_B, REPOSITORY, make_solution, need, run_here, run_judge, table_rows, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.running.languages import LANGUAGES
from judge.running.languages.python import (
    _has_package,
    _interpreted,
    choose_interpreter,
)

REAL = os.path.realpath(sys.executable)
# Adds two numbers, and says what it could read of what is none of its business.
SPIES = """
import os, sys
print(sum(map(int, input().split())))
for path in {secrets!r}:
    try:
        with open(path, "rb") as file:
            print(path, file.read(20))
    except IsADirectoryError:
        try:
            print(path, os.listdir(path))
        except OSError:
            pass
    except OSError:
        pass
"""


def spying(root: Path, home: Path, interpreter: str = "", *, imports: str = "") -> str:
    secrets = [
        *(root / name for name in (".", "cases", "cases/sum.yaml", "solutions", "private", ".judge")),
        *(home, home / "secret", home / "cache" / "judge", root.parent),
        *("/", "/root", "/home", "/tmp", "/etc/shadow", "/etc/passwd", "/proc", "/proc/1/environ"),
        f"/proc/{os.getpid()}/environ",
    ]
    facts = f"# judge: {{format: text, interpreter: {json.dumps(interpreter)}}}\n"
    return f"{facts}{imports}{SPIES.format(secrets=[*map(str, secrets)])}"


def verdicts(root: Path, home: Path, *words: str) -> dict[str, tuple[str, str]]:
    """Return verdict and message of each solution, with the cache in the user's home."""
    (home / "cache").mkdir(parents=True, exist_ok=True)
    (home / "secret").write_text("secret\n")
    (root / "private").write_text("secret\n")
    env = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    done = run_judge("run", "--json", "out.json", *words, cwd=root, env=env)
    assert done.returncode in (0, 1), done.stderr
    results = json.loads((root / "out.json").read_text())["results"]
    return {result["solution"]: (result["verdict"], result["tests"][0]["message"]) for result in results}


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
def test_every_spelling_of_an_interpreter_runs_it_sealed(tmp_path: Path, level: str) -> None:
    level_or_skip(level)
    root, home = tmp_path / "project", tmp_path / "home"
    (root / "tools" / "bin").mkdir(parents=True)
    (home / "bin").mkdir(parents=True)
    (root / "python").symlink_to(REAL)
    (root / "tools" / "bin" / "python").symlink_to(REAL)
    (home / "bin" / "python").symlink_to(root / "python")
    (root / "folder").symlink_to(Path(REAL).parent)
    (tmp_path / "in").symlink_to(root)
    name = Path(REAL).name
    spellings = (
        *(REAL, sys.executable, "/" + REAL, "/usr/.." + REAL, "/proc/self/root" + REAL, "/." + REAL),
        REAL.replace("/", "//"),
        f"/proc/self/cwd{os.path.relpath('/', root)[2:]}{REAL}".replace("cwd/", "cwd/../"),
        os.path.relpath(REAL, root),
        *("/proc/self/exe", "python", "./python", "tools/bin/python", f"folder/{name}"),
        *map(str, (root / "python", home / "bin" / "python", tmp_path / "in" / "tools" / "bin" / "python")),
    )
    named = {f"s{at:02}.py": spying(root, home, each) for at, each in enumerate(spellings) if "/" in each}
    found = verdicts(write_project(root, solutions=named), home, "--sandbox", level)
    assert set(found) == set(named)
    assert {verdict for verdict, _ in found.values()} == {"AC"}, found


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
@pytest.mark.parametrize("place", [".", ".venv", "..", "cases/.venv"])
def test_an_environment_at_below_or_above_the_project_runs_sealed(
    tmp_path: Path, level: str, place: str
) -> None:
    level_or_skip(level)
    root, home = tmp_path / "above" / "project", tmp_path / "home"
    root.mkdir(parents=True)
    environment = root / place
    words = [REAL, "-m", "venv", "--without-pip", *(["--copies"] if place == ".venv" else []), environment]
    subprocess.run(words, check=True)
    (packages,) = environment.resolve().glob("lib/python*/site-packages")
    (packages / "package").mkdir()
    (packages / "package" / "__init__.py").write_text("import decimal, ssl, ctypes\n")
    named = os.path.normpath(environment / "bin" / "python")
    solutions = {"spies.py": spying(root, home, named, imports="import package\n")}
    found = verdicts(write_project(root, solutions=solutions), home, "--sandbox", level)["spies.py"]
    if place == "cases/.venv":
        closed = f"{root}/cases, which is closed to programs"
        assert found == ("SK", f"{named} cannot be run without opening {closed}")
    else:
        assert found == ("AC", "")


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
def test_a_judge_in_an_environment_of_the_project_seals_its_cold_runs(tmp_path: Path, level: str) -> None:
    level_or_skip(level)
    root, home = tmp_path / "project", tmp_path / "home"
    write_project(root, solutions={"warm.py": spying(root, home)})
    (home / "cache").mkdir(parents=True)
    subprocess.run([REAL, "-m", "venv", "--without-pip", root], check=True)
    outside = [path for path in sys.path if path.endswith("site-packages")]
    (packages,) = root.glob("lib/python*/site-packages")
    (packages / "outside.pth").write_text("\n".join(outside) + "\n")
    (home / "secret").write_text("secret\n")
    env = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PATH": os.environ["PATH"]}
    env["PYTHONPATH"] = os.pathsep.join((str(REPOSITORY), *outside))
    for words in ((), ("--cold",)):
        argv = [root / "bin" / "python", "-m", "judge", "run", "--sandbox", level, *words]
        done = subprocess.run(argv, cwd=root, env=env, capture_output=True, text=True)
        assert (done.returncode, table_rows(done.stdout), done.stderr) == (0, ["warm.py: 1 AC"], "")


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_ENABLE_SHARED")), reason="a copy looks for its library in the old place"
)
def test_an_installation_in_a_home_is_granted_and_the_home_is_not(tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "home" / "project"
    library = Path(os.__file__).parent
    for prefix in (home, home / ".pyenv" / "versions" / "3"):
        (prefix / "bin").mkdir(parents=True)
        shutil.copy(REAL, prefix / "bin" / "python3")
        (prefix / "lib").mkdir()
        shutil.copytree(
            library, prefix / "lib" / library.name, ignore=shutil.ignore_patterns("test*", "site-packages")
        )
        for shared in library.parent.glob("libpython*"):
            shutil.copy(shared, prefix / "lib")
    named = {
        f"{at}.py": spying(root, home, str(prefix / "bin" / "python3"))
        for at, prefix in enumerate((home, home / ".pyenv" / "versions" / "3"))
    }
    found = verdicts(write_project(root, solutions=named), home)
    assert found == {"0.py": ("AC", ""), "1.py": ("AC", "")}


def test_what_is_no_interpreter_is_skipped_with_the_reason(tmp_path: Path) -> None:
    root, home = tmp_path / "project", tmp_path / "home"
    root.mkdir()
    for name in ("script", "folder", "plain", "cases"):
        (root / name).mkdir() if name in ("folder", "cases") else (root / name).write_text("#!/bin/sh\n")
    os.mkfifo(root / "pipe")
    shutil.copy("/bin/true", root / "cases" / "tool")
    for name in ("script", "pipe"):
        (root / name).chmod(0o755)
    reasons = {
        "script": f"{root}/script is a script or no program at all: name the interpreter itself",
        "pipe": f"{root}/pipe is a script or no program at all: name the interpreter itself",
        "folder": f"{root}/folder is not installed: name a program",
        "plain": f"{root}/plain is not installed: name a program",
        "gone": f"{root}/gone is not installed: name a program",
        "cases/tool": f"{root}/cases/tool cannot be run without opening {root}/cases, which is closed",
        "/bin/ls": "/usr/bin/ls does not work in the sandbox: /usr/bin/ls: ",
    }
    named = {f"{at}.py": spying(root, home, str(root / name)) for at, name in enumerate(reasons)}
    found = verdicts(write_project(root, solutions=named), home)
    for at, reason in enumerate(reasons.values()):
        verdict, message = found[f"{at}.py"]
        assert (verdict, message[: len(reason)]) == ("SK", reason)


def test_the_addresses_that_pypy_reserves_are_no_memory(tmp_path: Path) -> None:
    """A deep recursion that is only allowed takes 1.3 GB of them."""
    need("pypy3")
    head = "# judge: {format: text, interpreter: pypy3}\nimport sys\nsys.setrecursionlimit(10**6)\n"
    named = {
        "deep.py": f"{head}print(sum(map(int, input().split())))\n",
        "fills.py": f"{head}lists = [[0] * 9 for _ in range(10**7)]\n",
    }
    found = verdicts(write_project(tmp_path / "project", solutions=named), tmp_path / "home")
    assert {name: verdict for name, (verdict, _) in found.items()} == {"deep.py": "AC", "fills.py": "MLE"}


@pytest.mark.parametrize(
    ("name", "leads_to", "address_space"),
    [("pypy3", "", False), ("python3", "", True), ("mine", "pypy3.10", False), ("mine", "python3.10", True)],
)
def test_only_pypy_may_reserve_more_addresses_than_memory(
    name: str, leads_to: str, address_space: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every spelling of the interpreter works."""
    program = tmp_path / (leads_to or name)
    program.touch(mode=0o755)
    if leads_to:
        (tmp_path / name).symlink_to(leads_to)
    monkeypatch.setenv("PATH", str(tmp_path))
    solution = replace(make_solution(), interpreter=name)
    assert _interpreted(solution).address_space is address_space


def choose(source: str, **beside: str) -> str:
    files = {"main": source, **beside}
    return choose_interpreter(
        LANGUAGES[".py"], [(f"{name}.py", text.encode()) for name, text in files.items()]
    )


def installed_package() -> str:
    packages = ("msgspec", "yaml", "rich", "pip")
    if not (name := next((name for name in packages if choose(f"import {name}")), "")):
        pytest.skip("no package is installed in the folders of this Python")
    return name


@pytest.mark.parametrize(
    "line",
    [
        *("import {0}", "import sys, {0} as x", "  from {0} import *", "from {0}.y import z", "import {0}.y"),
        *("import os; import {0}", "try: import {0}", "if 1:from {0} import(x)", "\timport os,{0}"),
    ],
)
def test_a_program_that_imports_an_installed_package_gets_an_interpreter_that_has_it(line: str) -> None:
    name = installed_package()
    line = line.format(name)
    assert choose(f"x = 1\n{line}\n")
    assert not choose(f"x = 1\n{line}\n", **{name: ""})
    assert choose("import helper", helper=line)
    assert not choose_interpreter(LANGUAGES[".cpp"], [("main.cpp", line.encode())])


def test_programs_and_checkers_that_import_a_package_have_it(tmp_path: Path) -> None:
    name = installed_package()
    adds = f"import sys; import {name}\nprint(sum(map(int, input().split())))\n"
    project = write_project(
        tmp_path,
        cases={
            "sum.yaml": f"{A_PLUS_B}checker: check.py\nprotocol: testlib\n",
            "check.py": f"import {name}\n",
        },
        solutions={"adds.py": adds},
    )
    done = run_here("run", cwd=project)
    assert done.returncode == 0, done


@pytest.mark.parametrize("file", ["{0}/__init__.py", "{0}.py", "{0}" + EXTENSION_SUFFIXES[0], "{0}/part.py"])
def test_every_kind_of_package_counts(file: str, tmp_path: Path) -> None:
    (folder,) = site.getsitepackages([str(tmp_path)])[:1]
    path = Path(folder, file.format("thing"))
    path.parent.mkdir(parents=True)
    path.touch()
    assert _has_package(str(tmp_path), "thing")
    assert not _has_package(str(tmp_path), "part")


@given(st.sampled_from(sorted(sys.stdlib_module_names)), st.text(max_size=5))
def test_the_standard_library_needs_no_other_interpreter(name: str, more: str) -> None:
    assert choose(f"import {name}, nothing_like_this\nfrom . import x\n{more}") == ""
