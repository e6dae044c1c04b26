"""Plans of tests: names, seeds, and lines about what is wrong or left out."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.packages.plan import Plan, read_plan
from judge.platform.errors import Fault
from judge.yaml.tree import File


def read(tmp_path: Path, text: str) -> tuple[Plan, list[str], list[str]]:
    """Return a plan, the lines about its faults, and those about parts that are left out."""
    path = tmp_path / "generators.yaml"
    path.write_text(text)
    file, notes = File(path), list[Fault]()
    plan = read_plan(file, notes)
    start = f"{tmp_path}/"
    return (
        plan,
        [str(each).removeprefix(start) for each in file.faults],
        [str(each).removeprefix(start) for each in notes],
    )


def calls(plan: Plan) -> dict[str, list[str]]:
    """Return the first call of each test that has one."""
    return {name: [*test.calls[0]] for name, test in plan.tests.items() if test.calls}


def test_tests_in_lists_are_numbered_together_samples_first(tmp_path: Path) -> None:
    plan, faults, notes = read(
        tmp_path,
        """\
data:
  secret:
    data:
      - a: gen 1
      - "": gen 2
      - group:
          data:
            - b: gen 3
            - c: {generate: gen 4, count: 2}
      - last: {data: {named: gen 5}}
  sample: {data: [{first: {in: "1"}}]}
""",
    )
    assert (faults, notes) == ([], [])
    assert [*plan.tests] == [
        "sample/1-first",
        "secret/2-a",
        "secret/3",
        "secret/1-group/4-b",
        "secret/1-group/5-c-1",
        "secret/1-group/6-c-2",
        "secret/2-last/named",
    ]


def test_numbers_have_as_many_digits_as_the_largest(tmp_path: Path) -> None:
    plan, _, _ = read(tmp_path, "data:\n" + "".join(f"- t: gen {number}\n" for number in range(10)))
    assert [*plan.tests][::9] == ["01-t", "10-t"]


@pytest.mark.parametrize(
    ("count", "names"),
    [
        ("2", ["a-1", "a-2"]),
        ("9..=11", ["a-09", "a-10", "a-11"]),
        ("[2, 5, 11]", ["a-2", "a-5", "a-11"]),
        ("10", [f"a-{number:02}" for number in range(1, 11)]),
    ],
)
def test_a_count_names_its_tests(count: str, names: list[str], tmp_path: Path) -> None:
    plan, _, _ = read(tmp_path, f"data:\n  a: {{generate: 'gen {{count}}', count: {count}}}\n")
    assert [*plan.tests] == names
    assert [words[1] for words in calls(plan).values()] == [str(int(name[2:])) for name in names]


def test_seeds_are_those_of_bapctools(tmp_path: Path) -> None:
    """They were read from the commands that `bt generate` 2026.10 runs for this plan."""
    plan, _, _ = read(
        tmp_path,
        """\
random_salt: abcd
data:
  a: graph seed={seed:2}
  b: {generate: "tree {seed} {count}", count: 3}
  c: {generate: "tree {seed} a", random_salt: q}
  d: tree "{name}" 'two words'
""",
    )
    assert calls(plan) == {
        "a": ["graph", "seed=1921066303"],
        "b-1": ["tree", "752681406", "1"],
        "b-2": ["tree", "1620739952", "2"],
        "b-3": ["tree", "1202466994", "3"],
        "c": ["tree", "1088936005", "a"],
        "d": ["tree", "testcase", "two words"],
    }


@given(st.integers(1, 20))
def test_each_try_has_the_next_seed(tries: int) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        plan, _, _ = read(Path(folder), f"retries: {tries}\ndata: {{a: 'gen {{seed}}', b: gen}}\n")
    seeds = [int(words[1]) for words in plan.tests["a"].calls]
    assert seeds == [(seeds[0] + number) % 2**31 for number in range(tries)]
    assert len(plan.tests["b"].calls) == 1


def test_a_folder_includes_tests_and_groups_by_their_keys(tmp_path: Path) -> None:
    plan, faults, _ = read(
        tmp_path,
        """\
data:
  sample: {data: {"1": gen 1, "2": gen 2}}
  secret:
    data:
      a: {data: {x: gen 3}}
      b: {include: [sample, x], data: {y: gen 4}}
      c: {include: [b]}
""",
    )
    assert faults == []
    assert [name for name in plan.tests if name.startswith("secret/c/")] == [
        "secret/c/y",
        "secret/c/1",
        "secret/c/2",
        "secret/c/x",
    ]
    assert plan.tests["secret/c/1"] is plan.tests["sample/1"]


def test_texts_end_their_last_line_and_configurations_are_written(tmp_path: Path) -> None:
    plan, faults, _ = read(
        tmp_path,
        """\
data:
  secret:
    testdata.yaml: {on_reject: break, grader_flags: "min"}
    data:
      a:
        in: "1 2"
        ans: |
          3
      b: {copy: manual/b, desc: "by hand", yaml: {input_validator_args: [x]}}
""",
    )
    assert faults == []
    assert plan.tests["secret/a"].texts == {"in": b"1 2\n", "ans": b"3\n"}
    assert plan.tests["secret/b"].copied == "manual/b"
    assert plan.tests["secret/b"].texts["desc"] == b"by hand\n"
    assert b"input_validator_args" in plan.tests["secret/b"].texts["yaml"]
    assert plan.configs == {"secret/testdata.yaml": b"on_reject: break\ngrader_flags: min\n"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("[]", "generators.yaml:1: expected a mapping with the key `data`, got", id="a list"),
        pytest.param("date: {}", "generators.yaml:1: expected one of the keys ", id="an unknown key"),
        pytest.param("data: {a: {in: '1', outt: x}}", "expected one of the keys ", id="a key of a test"),
        pytest.param("data: {a: {in: 1}}", "text in quotes or after `|`, got the number 1", id="a number"),
        pytest.param("data: {a: }", "expected a generator or a mapping, got nothing", id="nothing"),
        pytest.param("data: {a: {ans: x}}", "the keys generate, copy, in, got none of them", id="no input"),
        pytest.param("data: {a: 'gen {size}'}", "in braces, got '{size}'", id="a brace"),
        pytest.param("data: {a: 'gen {{n}}'}", "in braces, got ", id="a constant"),
        pytest.param("data: {a: 'gen {count}'}", "in braces, got '{count}'", id="a count without one"),
        pytest.param("data: {a: 'gen {seed} {seed:2}'}", "expected one {seed}, got 2", id="two seeds"),
        pytest.param("data: {a: /bin/gen}", "a generator in generators/, got '/bin/gen'", id="a path"),
        pytest.param("data: {a: ../gen}", "a generator in generators/, got '../gen'", id="a path above"),
        pytest.param("data: {a: {copy: ../../x}}", "a test in generators/, without", id="a copy from above"),
        pytest.param('data: {a: "gen \'x"}', "expected a generator and its words, got", id="a quote"),
        pytest.param("solution: a.py\ndata: {}", "the path of a program from the package on", id="solution"),
        pytest.param("solution: /../a.py\ndata: {}", "the path of a program from", id="solution above"),
        pytest.param(
            "retries: 0\ndata: {}", "expected a number from 1 to 100, got the number 0", id="retries"
        ),
        pytest.param(
            "data: {a: {generate: gen, count: 0}}",
            "expected a number of tests up to 100, ",
            id="a count of 0",
        ),
        pytest.param(
            "data: {a: {generate: gen, count: 5..=2}}", "expected a number of tests up to 100, ", id="a range"
        ),
        pytest.param(
            "data: {a: {generate: gen, count: [1, 1]}}", "expected a number of tests up to 100, ", id="twice"
        ),
        pytest.param(
            "data: {a: {include: [x]}}", "expected the key of one test or group above", id="include"
        ),
        pytest.param("data: {a b: gen}", "expected a name of letters, digits", id="a name"),
        pytest.param("data: {'..': gen}", "expected a name of letters, digits", id="a name above"),
        pytest.param("data: {testdata: gen}", "testdata.yaml is for folders", id="a name of a sheet"),
        pytest.param("data: {a-1: gen, a: {generate: gen, count: 1}}", "expected each test once", id="again"),
        pytest.param("data: [{a: gen, b: gen}]", "as an item of the list, got 2 keys", id="two keys"),
        pytest.param("generators: {a: x}\ndata: {}", "expected a list of files in generators/", id="files"),
        pytest.param("generators: {a: [../x]}\ndata: {}", "a list of files in generators/", id="files above"),
        pytest.param("data: &a {}", "expected a value, got an anchor", id="an anchor"),
    ],
)
def test_a_wrong_plan_is_one_line_with_its_place(text: str, line: str, tmp_path: Path) -> None:
    _, faults, _ = read(tmp_path, text)
    (fault,) = faults
    assert fault.startswith("generators.yaml:")
    assert line in fault


def test_parts_that_change_no_test_are_left_out_by_name(tmp_path: Path) -> None:
    plan, faults, notes = read(
        tmp_path,
        """\
visualizer: /visualizers/v.py
data:
  sample:
    data:
      "1": {in: "1", in.statement: "one"}
      "2": {in: "2", in.statement: "two", match: "[0-9]"}
      "3": {in: "3", out: "three"}
  invalid_input:
    data: {bad: {in: "x"}, other: {include: [answer]}}
  invalid_answer:
    data: {answer: {in: "1", ans: "x"}}
""",
    )
    names = ["sample/1", "sample/2", "sample/3", "invalid_input/bad", "invalid_input/other/answer"]
    assert (faults, [*plan.tests]) == ([], names)
    assert notes == [
        "generators.yaml:1: left out: visualizer, pictures are not made",
        "generators.yaml:5: left out: in.statement, files for readers are not made, at 2 places",
        "generators.yaml:6: left out: match, patterns are not checked",
        "generators.yaml:7: left out: out, files for readers are not made",
        "generators.yaml:10: left out: invalid_answer, tests of answer validators are not made",
    ]
