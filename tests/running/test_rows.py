"""Languages as data: tables to rows, and the one-line message for a faulty table."""

import pickle
import re
import shutil
import string
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import ADDS, REPOSITORY, need, run_here, run_judge, table_rows, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.model.programs import Language
from judge.packages.place import find_project
from judge.platform.errors import Fault, InputErrors
from judge.running.languages import LANGUAGES, languages_of
from judge.running.languages.classes import Classes, classes_of
from judge.running.languages.rows import KEYS, PLACES, own_rows

HERE = Path("pyproject.toml")


def languages(text: str) -> dict[str, Language]:
    return dict(languages_of((HERE, tomllib.loads(text), {})))


def test_a_table_is_a_language() -> None:
    stated = """
    [awk]
    suffixes = [".awk"]
    build = ["awk -f {file}", "mawk 'a b' {flags}"]
    run = "awk -f {folder}/{file}"
    install = "apt-get install mawk"
    flags = ["-v", "x=1"]
    reads = ["/etc/awk"]
    nothing = ""
    address_space = false
    version = "-W version"
    """
    assert languages(stated)[".awk"] == Language(
        name="awk",
        suffixes=(".awk",),
        file="main.awk",
        builds=(("awk", "-f", "{file}"), ("mawk", "a b", "{flags}")),
        run=("awk", "-f", "{folder}/{file}"),
        install="apt-get install mawk",
        flags=("-v", "x=1"),
        reads=("/etc/awk",),
        nothing="",
        address_space=False,
        version=("-W", "version"),
    )


def test_a_table_changes_what_it_states_of_a_language_that_there_is() -> None:
    found = languages('cpp.flags = ["-O3", "-DLOCAL"]')
    cpp = LANGUAGES[".cpp"]
    assert found[".cpp"].flags == ("-O3", "-DLOCAL")
    assert (found[".cpp"].builds, found[".cpp"].run) == (cpp.builds, cpp.run)
    assert {suffix: row for suffix, row in found.items() if row.name != "cpp"} == {
        suffix: row for suffix, row in LANGUAGES.items() if row.name != "cpp"
    }


def test_every_row_travels() -> None:
    for row in own_rows().values():
        assert pickle.loads(pickle.dumps(row)) == row
        assert row.suffixes
        assert row.install or not row.run


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("x = 1", "in [tool.judge.languages.x] a table, got '1'", id="no table"),
        pytest.param(
            "[x]\nsuffixes = ['.x']", "in [tool.judge.languages.x] the key `run`, got none", id="no run"
        ),
        pytest.param(
            "[x]\nrun = 'a'", "in [tool.judge.languages.x] the key `suffixes`, got none", id="no suffixes"
        ),
        pytest.param(
            "[cpp]\nflag = ['-O3']",
            "in [tool.judge.languages.cpp] one of the keys suffixes, file, build, run, flags, debug, "
            "interpreter, install, reads, nothing, alone, address_space, opens_links, version, got 'flag'; "
            "did you mean flags?",
            id="another key",
        ),
        pytest.param(
            "[cpp]\nflags = '-O3'",
            "in [tool.judge.languages.cpp] a list of words as `flags`, got \"'-O3'\"",
            id="flags in a string",
        ),
        pytest.param(
            "[python]\nsuffixes = ['.py', '.cpp']",
            "each suffix in one language, got .cpp in python and cpp",
            id="a suffix that two claim",
        ),
        *(
            pytest.param(
                f"[x]\nsuffixes = ['.x']\nrun = {run}",
                "in [tool.judge.languages.x] a command, a tool and its words with any of {folder}, {bin}, "
                "{file}, {sources}, {flags}, {debug}, {headers}, {class}, {main} in them, as `run`, got ",
                id=f"run = {run}",
            )
            for run in (
                "''",
                "1",
                "[]",
                '"a \' b"',
                '"\\u0000"',
                "'{flags}'",
                "'{folder}/'",
                "'a {foldr}/b'",
            )
        ),
        pytest.param(
            "[x]\nsuffixes = ['.x']\nrun = '{folder}/program'",
            "in [tool.judge.languages.x] a command as `build` that makes what `run` executes, got none",
            id="nothing makes what is run",
        ),
        *(
            pytest.param(
                f"c.file = '{file}'", "in [tool.judge.languages.c] the name of a file", id=f"file {file!r}"
            )
            for file in ("", "a/b", "..", "/etc/passwd", ".c", "a b")
        ),
        *(
            pytest.param(
                f"c.suffixes = {those}", "in [tool.judge.languages.c] a list of suffixes", id=f"{those}"
            )
            for those in ([], ["c"], ["."], "'.c'", [1], ["./c"])
        ),
    ],
)
def test_a_table_at_fault_is_told_in_one_line(text: str, words: str) -> None:
    with pytest.raises(InputErrors) as raised:
        languages(text)
    (fault,) = raised.value.faults
    assert (fault.path, fault.line) == (HERE, 0)
    assert fault.message.startswith(f"expected {words}")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.slow
@given(
    tables=st.dictionaries(
        st.sampled_from(["c", "new", "é\n"]), st.dictionaries(st.sampled_from([*KEYS, "x"]), VALUES) | VALUES
    )
)
def test_whatever_a_table_states_is_a_language_or_faults_of_one_line(tables: dict[str, object]) -> None:
    faults: tuple[Fault, ...] = ()
    found: Mapping[str, Language] = {}
    try:
        found = languages_of((HERE, tables, {}))
    except InputErrors as error:
        faults = error.faults
    assert bool(found) is not bool(faults)
    assert all(str(fault).isprintable() for fault in faults)
    assert all(row.run and row.suffixes for row in found.values() if row.name != "python")


def test_a_faulty_table_ends_the_run_with_its_place(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": "# judge: {format: text}\nprint(3)\n"})
    (tmp_path / "pyproject.toml").write_text('[tool.judge.languages.nim]\nsuffixes = [".nim"]\n')
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "pyproject.toml: expected in [tool.judge.languages.nim] the key `run`, got none\n"


AWK = """
[tool.judge.languages.awk]
suffixes = [".awk"]
run = "awk -f {folder}/{file}"
install = "apt-get install mawk"
"""


@pytest.mark.slow
def test_a_projects_own_language_is_run_and_its_table_is_part_of_what_results_hang_on(tmp_path: Path) -> None:
    facts = "# judge: {format: text}\n"
    write_project(tmp_path, solutions={"adds.awk": f"{facts}{{ print $1 + $2 + ADD }}\n"})
    for flags, code in (("", 0), (" -v ADD=1", 1)):
        text = AWK.replace("-f", f"{flags} -f").replace("  ", " ")
        (tmp_path / "pyproject.toml").write_text(text)
        done = run_judge("run", "--resume", cwd=tmp_path)
        assert (table_rows(done.stdout), done.returncode) == ([f"adds.awk: 1 {'WA' if code else 'AC'}"], code)


@pytest.mark.parametrize("word", ["a.sh", "./solutions/a.sh", "solutions/Makefile"])
@pytest.mark.parametrize(
    "words",
    [
        *(["run"], ["show"], ["try"], ["weak"], ["similar"], ["limits"]),
        *(["bench", "--reference"], ["stress", "adds.py", "--against"]),
    ],
    ids=" ".join,
)
def test_a_file_in_no_language_is_named_with_the_languages_of_the_project(
    words: list[str], word: str, tmp_path: Path
) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS, "a.sh": "echo 3\n", "Makefile": ""})
    (root / "pyproject.toml").write_text(AWK)
    done = run_here(*words, word, cwd=root)
    file = root / "solutions" / Path(word).name
    known = ", ".join([*LANGUAGES, ".awk"])
    assert (done.returncode, done.stderr) == (
        2,
        f"solutions/{file.name}: expected the suffix of a language ({known}), got {file.suffix!r}; "
        "[tool.judge.languages.NAME] in pyproject.toml adds a language\n",
    )


def test_a_file_in_no_language_is_named_where_no_program_is(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project", solutions={"a.sh": "", ".hidden": ""})
    write_files(tmp_path / "loose", {"a.sh": "", "test/1.in": "", "test/1.out": ""})
    for folder, words, got in (
        (root, (), "solutions: expected programs "),
        (root, ("a.sh",), "solutions: expected programs "),
        (tmp_path / "loose", ("a.sh",), "a.sh: expected the suffix of a language "),
        (tmp_path, ("loose/a.sh",), "loose/a.sh: expected the suffix of a language "),
    ):
        done = run_here("run", *words, cwd=folder)
        assert done.stderr.startswith(got), done
        assert done.stderr.endswith("; [tool.judge.languages.NAME] in pyproject.toml adds a language\n")


def test_a_word_names_a_solution_or_a_problem_before_a_file_in_no_language(tmp_path: Path) -> None:
    root = write_files(
        write_project(tmp_path, solutions={"adds.py": ADDS, "adds.v2.py": ADDS}),
        {"sum": "compiled", "adds": "compiled", "adds.v2": "compiled"},
    )
    for word in ("sum", "adds", "adds.v2"):
        assert run_here("run", word, cwd=root).returncode == 0


def test_a_checker_may_be_in_a_language_of_the_project(tmp_path: Path) -> None:
    need("awk")
    checks = "BEGIN { getline a < ARGV[1]; getline b < ARGV[2]; exit a == b ? 0 : 1 }\n"
    case = 'problem: echo\nchecker: check.awk\nprotocol: testlib\ncases: [{id: a, input: "7", output: ""}]\n'
    write_project(
        tmp_path,
        solutions={"same.py": "print(input())\n", "other.py": "print(8)\n"},
        cases={"echo.yaml": case, "check.awk": checks},
    )
    assert run_here("run", cwd=tmp_path).returncode == 2
    (tmp_path / "pyproject.toml").write_text(AWK)
    done = run_judge("run", cwd=tmp_path)
    assert table_rows(done.stdout) == ["other.py: 1 WA", "same.py: 1 AC"], done


@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
@pytest.mark.parametrize(
    "name", ["empty", *(pytest.param(name, marks=pytest.mark.slow) for name in ("size", "data"))]
)
def test_a_source_whose_names_the_library_has_taken_is_built_by_the_flags_that_the_page_tells(
    name: str, tmp_path: Path
) -> None:
    source = (
        f"#include <iostream>\nusing namespace std;\nint {name}[2];\n"
        f"int main() {{ cin >> {name}[0] >> {name}[1]; cout << {name}[0] + {name}[1] << endl; }}\n"
    )
    write_project(tmp_path, solutions={"adds.cpp": source})
    assert table_rows(run_here("run", cwd=tmp_path).stdout) == ["adds.cpp: 1 CE"]
    (flags,) = re.findall(r"The flags `(.*?)`", PAGE)
    (tmp_path / "pyproject.toml").write_text(f"[tool.judge.languages.cpp]\nflags = {flags}\n")
    assert table_rows(run_here("run", cwd=tmp_path).stdout) == ["adds.cpp: 1 AC"]


def test_flags_of_a_table_reach_the_compiler(tmp_path: Path) -> None:
    need("gcc")
    source = '#include <stdio.h>\nint main(void) { int a, b; scanf("%d%d", &a, &b); printf("%d\\n", SUM); }\n'
    write_project(tmp_path, solutions={"adds.c": f"// judge: {{format: text}}\n{source}"})
    (tmp_path / "pyproject.toml").write_text('[tool.judge.languages.c]\nflags = ["-DSUM=a + b"]\n')
    done = run_judge("run", cwd=tmp_path)
    assert (table_rows(done.stdout), done.returncode) == (["adds.c: 1 AC"], 0), done


def test_no_table_opens_a_closed_place(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.awk": "# judge: {format: text}\n{ print $1 + $2 }\n"})
    (tmp_path / "pyproject.toml").write_text(f'{AWK}reads = ["{tmp_path}/cases"]\n')
    done = run_judge("run", "--json", "out.json", cwd=tmp_path)
    assert table_rows(done.stdout) == ["adds.awk: 1 SK"]
    assert f"without opening {tmp_path}/cases, which is closed" in (tmp_path / "out.json").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("read", ["{home}/.ssh", "{home}/.ssh/id", "{link}", "{bin}/../..{home}/.ssh"])
def test_no_table_reads_what_lies_in_a_home(tmp_path: Path, read: str) -> None:
    root = write_project(
        tmp_path / "project", solutions={"adds.awk": "# judge: {format: text}\n{ print $1 + $2 }\n"}
    )
    home, link = tmp_path / "home", tmp_path / "link"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "id").write_text("secret")
    link.symlink_to(home / ".ssh" / "id")
    named = read.replace("{home}", str(home)).replace("{link}", str(link))
    (root / "pyproject.toml").write_text(f'{AWK}reads = ["{named}"]\n')
    cache = {"HOME": str(home), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = run_judge("run", "--json", "out.json", cwd=root, env=cache)
    assert table_rows(done.stdout) == ["adds.awk: 1 SK"]
    assert "is in a home" in (root / "out.json").read_text()


# The classes of Java


@pytest.mark.parametrize(
    ("source", "classes"),
    [
        ("public class Main { static void main(String[] a) {} }", Classes("Main", "Main")),
        ("package a.b; public final class Solve { void main() {} }", Classes("Solve", "a.b.Solve")),
        ("class A { }\nclass B { public static void main(String... a) { } }", Classes("B", "B")),
        ("public class Data {}\nclass Run { static void main() {} }", Classes("Data", "Run")),
        ("class A { static void main() {} }\npublic class B { static void main() {} }", Classes("B", "B")),
        (
            '// public class No {\n/* class No2 { */ class Yes { String s = "class No3 {"; }',
            Classes("Yes", "Yes"),
        ),
        ("class A { class Inner { void main() {} } }\nclass B { void main() {} }", Classes("B", "B")),
        ("class A { char c = '\"'; char d = '{'; }\nclass B { void main() {} }", Classes("B", "B")),
        ("public @Deprecated abstract class A {}", Classes("A", "A")),
        ("import a.public_.b;\npublic interface I { static void main(String[] a) {} }", Classes("I", "I")),
        ("public enum E { A, B; public static void main(String[] a) {} }", Classes("E", "E")),
        ("public record R(int x) { public static void main(String[] a) {} }", Classes("R", "R")),
        ("", Classes("Main", "Main")),
        ("void main() { }", Classes("Main", "Main")),
        (f"public class {'A' * 300} {{}}", Classes("Main", "A" * 300)),
    ],
)
def test_the_class_to_run_and_the_name_of_its_file(source: str, classes: Classes) -> None:
    assert classes_of(source.encode()) == classes


@given(source=st.binary(max_size=50) | st.text(alphabet=string.printable, max_size=80).map(str.encode))
def test_whatever_a_source_holds_its_file_has_a_name(source: bytes) -> None:
    named = classes_of(source).named
    assert named
    assert "/" not in named
    assert len(named.encode()) <= 200


# The page


PAGE = (REPOSITORY / "docs" / "languages.md").read_text()


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    lines = PAGE[PAGE.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_lists_every_language_with_its_suffixes_and_the_way_to_install_it() -> None:
    stated = [
        (
            f"`{row.name}`",
            " ".join(f"`{suffix}`" for suffix in row.suffixes),
            f"`{row.install}`".replace("``", "-"),
        )
        for row in own_rows().values()
    ]
    assert [(name, suffixes, install) for name, suffixes, _, install in rows_under("language")] == stated


def test_the_page_lists_every_key_and_every_place() -> None:
    assert [key for key, _ in rows_under("key")] == [f"`{key}`" for key in KEYS]
    assert {place for words, _ in rows_under("words") for place in words.split()} == {
        f"`{place}`" for place in PLACES
    }


def test_the_tables_of_the_page_are_languages(tmp_path: Path) -> None:
    stated = "".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
    write_project(tmp_path, solutions={"adds.awk": "{ print $1 + $2 }\n"})
    (tmp_path / "pyproject.toml").write_text(stated)
    found = find_project(tmp_path).languages
    assert (found[".py"].interpreter, found[".py"].time_factor) == ("pypy3", 2)
    assert found[".cpp"].flags[0] == "-O3"
    assert table_rows(run_here("run", cwd=tmp_path).stdout) == ["adds.awk: 1 AC"]


@pytest.mark.parametrize("beginning", ["/* ", '"\\', "'\\", '""" ', "/*/ "])
def test_what_is_never_closed_is_read_once(beginning: str) -> None:
    """Quadratic time would be hours."""
    assert classes_of(b"class A {}" + beginning.encode() * 300_000) == Classes(named="A", main="A")
