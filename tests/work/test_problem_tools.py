"""The generators and the validator of a problem: by words, by its case file, or by their place."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import ADDS, run_here, write_files, write_project

from judge.cases.loader import load_cases
from judge.packages.place import find_project
from judge.platform.errors import InputErrors, UsageError
from judge.work.problem_tools import Tools, load_tools

SHEET = "cases:\n  - id: small\n    input: '1 2'\n    output: '3'\n"
PROGRAM = "print(1)\n"


def tools(root: Path, files: Mapping[str, str], *, sheet: str = "", **words: str) -> Tools:
    write_project(root, solutions={"a.py": PROGRAM}, cases={"sum.yaml": sheet + SHEET})
    write_files(root, files)
    return load_tools(find_project(root), "sum", **words)


def names(found: Tools) -> list[str]:
    return [generator.name for generator in found.generators]


@pytest.mark.parametrize(
    ("files", "sheet", "found"),
    [
        pytest.param([], "", [], id="none"),
        pytest.param(
            ["generators/sum.py", "generators/other.py"], "", ["sum.py"], id="called as the problem"
        ),
        pytest.param(
            ["generators/sum.py", "generators/sum/b.cpp", "generators/sum/a.py", "generators/sum/README"],
            "",
            ["sum.py", "sum/a.py", "sum/b.cpp"],
            id="in a folder called so",
        ),
        pytest.param(
            ["generators/sum.py", "generators/gen.py", "cases/near.py"],
            "generators: ['gen {seed} 5', near.py]\n",
            ["gen {seed} 5", "near.py"],
            id="stated",
        ),
    ],
)
def test_the_generators_of_a_problem(files: list[str], sheet: str, found: list[str], tmp_path: Path) -> None:
    assert names(tools(tmp_path, dict.fromkeys(files, PROGRAM), sheet=sheet)) == found


def test_the_words_of_the_user_go_first_and_mean_a_path_or_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = dict.fromkeys(["generators/sum.py", "generators/gen.py", "here/gen2.py"], PROGRAM)
    monkeypatch.chdir(tmp_path)
    assert names(tools(tmp_path, files, generator="gen {size}")) == ["gen {size}"]
    assert names(tools(tmp_path, files, generator="here/gen2.py")) == ["here/gen2.py"]
    with pytest.raises(UsageError, match=r"--generator: expected a generator .* got 'gen3'"):
        tools(tmp_path, files, generator="gen3")


@pytest.mark.parametrize(
    ("files", "sheet", "found"),
    [
        pytest.param([], "", None, id="none"),
        pytest.param(
            ["cases/sum/validator.py", "cases/sum/other.py"], "", "validator.py", id="in its folder"
        ),
        pytest.param(["cases/sum/input_validators/v.py"], "", "v.py", id="as in packages"),
        pytest.param(["cases/v.py", "cases/sum/validator.py"], "validator: v.py\n", "v.py", id="stated"),
        pytest.param(["cases/sum/v.py"], "validator: v\n", "v.py", id="stated without its suffix"),
    ],
)
def test_the_validator_of_a_problem(files: list[str], sheet: str, found: str | None, tmp_path: Path) -> None:
    validators = tools(tmp_path, dict.fromkeys(files, PROGRAM), sheet=sheet).validators
    assert [validator.program.path.name for validator in validators] == ([found] if found else [])


@pytest.mark.parametrize(
    ("files", "sheet", "message"),
    [
        pytest.param(
            [], "validator: v.py\n", "cases/sum.yaml:1: expected a validator", id="absent validator"
        ),
        pytest.param(
            [], "generators: [g.py]\n", "cases/sum.yaml:1: expected a generator", id="absent generator"
        ),
        pytest.param(["../v.py"], "validator: ../../v.py\n", "expected a validator in", id="outside"),
        pytest.param(
            ["cases/sum/validator.py", "cases/sum/validator.cpp"], "", "expected one validator", id="several"
        ),
        pytest.param(["generators/g.py"], "generators: ['g {n}']\n", "got {n}", id="words that mean nothing"),
        pytest.param(
            ["generators/g.py"], "generators: ['g \"']\n", "expected a generator and its words", id="no words"
        ),
    ],
)
def test_what_a_case_file_says_wrong_has_its_line(
    files: list[str], sheet: str, message: str, tmp_path: Path
) -> None:
    root = tmp_path / "project"
    with pytest.raises(InputErrors) as caught:
        tools(root, dict.fromkeys(files, PROGRAM), sheet=sheet)
    assert message in str(caught.value)


def test_a_generator_in_python_gets_the_shapes_unless_it_has_its_own(tmp_path: Path) -> None:
    uses = {"generators/sum.py": "from shapes import called\n"}
    (given,) = tools(tmp_path / "one", uses).generators
    assert [name for name, _ in given.program.beside] == ["shapes.py"]
    own = {**uses, "generators/shapes.py": "called = 1\n"}
    (generator,) = tools(tmp_path / "two", own).generators
    ((_, file),) = generator.program.beside
    assert file.path == tmp_path / "two/generators/shapes.py"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        pytest.param("generators/sum.py", "secret/sum.py", id="a generator"),
        pytest.param("generators/sum", "secret", id="the folder of those of a problem"),
        pytest.param("generators", "secret", id="the folder of all"),
        pytest.param("cases/sum/validator.py", "secret/sum.py", id="a validator"),
        pytest.param("cases/sum/input_validators", "secret/one", id="the folder of validators"),
        pytest.param("cases/sum", "secret", id="the folder of the problem"),
    ],
)
def test_no_link_of_a_project_leads_to_a_program_outside(link: str, target: str, tmp_path: Path) -> None:
    """Without a check, the message about a file that is no program would come from the system."""
    (tmp_path / "secret/one").mkdir(parents=True)
    for name in ("sum.py", "validator.py", "one/v.py"):
        (tmp_path / "secret" / name).write_text("my password\n")
    root = tmp_path / "project"
    write_project(root, solutions={"a.py": PROGRAM}, cases={"sum.yaml": SHEET})
    (root / link).parent.mkdir(exist_ok=True)
    (root / link).symlink_to(tmp_path / target)
    with pytest.raises(
        InputErrors, match=r"expected a (generator|validator) in .*project, got one at .*secret/"
    ):
        load_tools(find_project(root), "sum")


def test_words_of_the_user_mean_no_link_of_the_project_to_a_program_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("my password\n")
    root = tmp_path / "project"
    (root / "generators").mkdir(parents=True)
    (root / "generators/gen.py").symlink_to("../../secret.py")
    with pytest.raises(UsageError, match=r"--generator: expected a generator in .*project, got 'gen'"):
        tools(root, {}, generator="gen")


def test_a_case_file_names_testlib_for_a_generator(tmp_path: Path) -> None:
    source = '#include "testlib.h"\nint main() {}\n'
    (tmp_path / "testlib").mkdir()
    (tmp_path / "testlib/testlib.h").write_text("// one\n")
    (tmp_path / "secret").write_text("my password\n")
    root = tmp_path / "project"
    found = tools(root, {"generators/sum.cpp": source}, sheet="testlib: ../../testlib/testlib.h\n")
    assert [name for name, _ in found.generators[0].program.beside] == ["testlib.h"]
    assert run_here("list", cwd=root).returncode == 0
    with pytest.raises(InputErrors, match=r"expected testlib\.h in .*project, got one at .*secret"):
        tools(root, {}, sheet="testlib: ../../secret\n")


def test_a_testlib_in_the_folder_above_is_found_and_no_link_is(tmp_path: Path) -> None:
    source = '#include "testlib.h"\nint main() {}\n'
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/testlib.h").write_text("// one\n")
    files = {"lib/generators/g.cpp": source}
    where = str(tmp_path / "lib/generators/g.cpp")
    (found,) = tools(tmp_path, files, generator=where).generators
    assert [name for name, _ in found.program.beside] == ["testlib.h"]
    (tmp_path / "lib/testlib.h").rename(tmp_path / "secret")
    (tmp_path / "lib/testlib.h").symlink_to(tmp_path / "secret")
    with pytest.raises(InputErrors, match=r"expected testlib\.h"):
        tools(tmp_path, files, generator=where)


@pytest.mark.parametrize(
    ("files", "sheet"),
    [
        pytest.param(["v.py"], "validator: v.py\n", id="stated"),
        pytest.param(["v.py"], "validator: v\n", id="stated without its suffix"),
        pytest.param(["sum/v.cpp"], "validator: v\n", id="stated, in its folder"),
        pytest.param(["sum/validator.py"], "", id="in its folder"),
        pytest.param(["sum/input_validators/v.py"], "", id="as in packages"),
        pytest.param(["near.py", "sum/far.py"], "generators: ['near {seed}', far]\n", id="generators"),
    ],
)
def test_what_lies_among_the_cases_is_a_tool_or_passed_over(
    files: list[str], sheet: str, tmp_path: Path
) -> None:
    others = ["other.py", *(["sum/other.py"] if any(name.startswith("sum/") for name in files) else [])]
    programs = dict.fromkeys([f"cases/{name}" for name in (*files, *others)], PROGRAM)
    found = tools(tmp_path, programs, sheet=sheet)
    paths = [one.program.path for one in (*found.generators, *found.validators)]
    assert {path.relative_to(tmp_path / "cases") for path in paths} == set(map(Path, files))
    lines = run_here("list", cwd=tmp_path).stdout.partition("ignored:")[2].split()
    assert [name for name in programs if f"{name}:" not in lines] == [f"cases/{name}" for name in files]


@pytest.mark.parametrize("word", ["", ".", "/", "sum/.."])
def test_what_is_no_name_means_no_program(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "only.py").write_text(PROGRAM)
    with pytest.raises(UsageError, match="--validator: expected a validator"):
        tools(tmp_path, {"cases.py": PROGRAM}, validator=word)


@pytest.mark.slow
def test_every_validator_of_a_package_must_take_an_input_with_the_words_of_some_group(tmp_path: Path) -> None:
    files = {
        **{f"cases/sum/secret/{name}/1.in": "1 2\n" for name in ("low", "high")},
        **{f"cases/sum/secret/{name}/1.ans": "3\n" for name in ("low", "high")},
        "cases/sum/secret/low/testdata.yaml": "input_validator_flags: most 3\n",
        "cases/sum/secret/high/testdata.yaml": "input_validator_flags: {name: whole, flags: most 50}\n",
        "cases/sum/input_validators/any.py": "import sys\nsys.exit(42)\n",
        "cases/sum/input_validators/whole/check.py": "import sys\nfrom limits import fits\n"
        "sys.exit(42 if fits(sys.stdin.read(), sys.argv[1:]) else 1)\n",
        "cases/sum/input_validators/whole/limits.py": "def fits(text, words):\n"
        "    return max(map(int, text.split())) <= int(words[1])\n",
        "solutions/sum/adds.py": ADDS,
        "solutions/sum/wrong.py": ADDS.replace("sum", "max"),
        "gen.py": "import sys\nprint(int(sys.argv[1]) % 50, 1)\n",
        "wild.py": "import sys\nprint(int(sys.argv[1]) % 50 + 51, 1)\n",
    }
    write_files(tmp_path, files)
    cases = load_cases(tmp_path / "cases")
    found = load_tools(find_project(tmp_path), "sum", cases=cases).validators
    assert [(each.program.path.name, each.ways) for each in found] == [
        ("any.py", ((), ("most", "3"))),
        ("check.py", (("most", "50"), ("most", "3"))),
    ]
    words = ("stress", "wrong.py", "--budget", "3s", "--shrink-anyway", "--generator")
    assert run_here(*words, "gen.py", cwd=tmp_path).returncode == 1
    refused = run_here(*words, "wild.py", cwd=tmp_path)
    assert refused.returncode == 2
    assert "got one that check.py refuses: exit code 1" in refused.stderr
    assert "ignored:" not in run_here("list", cwd=tmp_path).stdout
