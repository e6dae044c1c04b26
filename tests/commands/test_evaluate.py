"""`judge evaluate`: the table, the file of results, and runs that continue earlier ones."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers import JUDGE, TESTLIB, environment, need, read_testlib, run_here, wait_until

from judge.library.drivers import Drivers

SUM = {
    "id": "sum",
    "tests": [{"input": "1 2\n", "output": "3\n"}, {"input": "5 6\n", "output": "11\n"}],
    "difficulty": "easy",
    "tags": ["math", "io"],
}
MEAN = {
    "id": "mean",
    "tests": [{"input": "1 2\n", "output": "1.5\n"}, {"input": "1 3\n", "output": "2.0\n"}],
    "difficulty": "hard",
    "tags": ["math"],
    "compare": "decimals 1e-6",
}
READ = "a, b = map(int, input().split())\n"
ADDS, HALVES = f"{READ}print(a + b)", f"{READ}print((a + b) / 2)"
SAMPLES = [
    {"task_id": "sum", "completion": f"This adds.\n```python\n{ADDS}\n```\nDone."},
    {"task_id": "sum", "completion": "print(3)"},
    {"task_id": "mean", "completion": HALVES},
    {"task_id": "mean", "completion": ADDS},
]


def write_lines(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(tmp_path / "problems.jsonl", [SUM, MEAN])
    write_lines(tmp_path / "samples.jsonl", SAMPLES)
    return tmp_path


def evaluate(folder: Path, *words: str) -> tuple[int, list[str], list[str]]:
    done = run_here("evaluate", "samples.jsonl", "--dataset", "problems.jsonl", *words, cwd=folder)
    return done.returncode, [line.rstrip() for line in done.stdout.splitlines()], done.stderr.splitlines()


def read_results(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def test_the_table_has_a_row_for_each_difficulty(folder: Path) -> None:
    code, shown, said = evaluate(folder)
    assert (code, said) == (0, [])
    assert shown[0].split() == ["difficulty", "problems", "samples", "pass@1"]
    rows = [line.split()[:4] for line in shown[2:5]]
    assert rows == [["all", "2", "4", "50.0%"], ["easy", "1", "2", "50.0%"], ["hard", "1", "2", "50.0%"]]
    assert shown[5].startswith("4 samples judged: 2 AC, 2 WA; in ")


def test_the_table_has_a_row_for_each_tag(folder: Path) -> None:
    _, shown, _ = evaluate(folder, "--by", "tag", "--pass-at", "2,1")
    assert shown[0].split() == ["tag", "problems", "samples", "pass@1", "pass@2"]
    assert [line.split()[0] for line in shown[2:5]] == ["all", "io", "math"]
    assert "100.0%" in shown[2]


def test_each_sample_has_a_line_in_the_order_of_the_data_set(folder: Path) -> None:
    write_lines(folder / "samples.jsonl", SAMPLES[::-1])
    evaluate(folder, "--out", "results.jsonl")
    seen = [(one["problem"], one["sample"], one["line"], one["verdict"], one["passed"], one["score"])
            for one in read_results(folder)]  # fmt: skip
    assert seen == [
        ("sum", 1, 3, "WA", False, None),
        ("sum", 2, 4, "AC", True, 1.0),
        ("mean", 1, 1, "WA", False, None),
        ("mean", 2, 2, "AC", True, 1.0),
    ]


def test_all_tests_give_a_score(folder: Path) -> None:
    _, shown, _ = evaluate(folder, "--out", "results.jsonl", "--all-tests")
    assert [one["score"] for one in read_results(folder)] == [1.0, 0.5, 1.0, 0.0]
    assert "mean share of accepted tests: 62.5%" in shown


def test_a_run_continues_an_earlier_one(folder: Path) -> None:
    evaluate(folder, "--out", "results.jsonl")
    before = read_results(folder)
    new = {"task_id": "mean", "completion": "print(1.5)"}
    write_lines(folder / "samples.jsonl", [new, *SAMPLES[::-1], SAMPLES[0]])
    code, shown, _ = evaluate(folder, "--out", "results.jsonl", "--resume")
    assert code == 0
    assert any(line.startswith("6 samples judged, 4 from earlier runs: 3 AC, 3 WA") for line in shown)
    after = read_results(folder)
    assert {one["key"] for one in before} < {one["key"] for one in after}
    places = [(one["problem"], one["sample"], one["line"], one["verdict"]) for one in after]
    assert places == [
        ("sum", 1, 4, "WA"),
        ("sum", 2, 5, "AC"),
        ("sum", 3, 6, "AC"),
        ("mean", 1, 1, "WA"),
        ("mean", 2, 2, "WA"),
        ("mean", 3, 3, "AC"),
    ]


OTHER = {"id": "other", "tests": SUM["tests"]}
NEW = {"task_id": "sum", "completion": "print(4)"}


@pytest.mark.parametrize(
    ("problems", "samples", "words", "others"),
    [
        pytest.param([OTHER], SAMPLES, (), 4, id="another data set"),
        pytest.param([SUM], SAMPLES, (), 2, id="a part of the data set"),
        pytest.param([SUM, {**MEAN, "tests": MEAN["tests"][:1]}], SAMPLES, (), 2, id="other tests"),
        pytest.param([SUM, {**MEAN, "compare": "exact"}], SAMPLES, (), 2, id="another rule"),
        pytest.param([SUM, {**MEAN, "unfit": "interactive"}], SAMPLES, (), 2, id="an unfit problem"),
        pytest.param([SUM, {**MEAN, "note": "mine"}], SAMPLES, (), 2, id="a faulty record"),
        pytest.param([SUM, MEAN], [NEW], (), 4, id="new samples only"),
        pytest.param([SUM, MEAN], SAMPLES[:1], (), 3, id="one sample"),
        pytest.param([SUM, MEAN], [NEW, *SAMPLES[1:]], (), 1, id="a changed sample"),
        pytest.param([SUM, MEAN], SAMPLES, ("--time", "3s"), 4, id="another time limit"),
        pytest.param([SUM, MEAN], SAMPLES, ("--all-tests",), 4, id="all tests"),
        pytest.param([SUM, MEAN], SAMPLES, ("--compare", "exact"), 4, id="a rule for all"),
        pytest.param([SUM, MEAN], SAMPLES, ("--format", "apps"), 4, id="another format"),
    ],
)
def test_a_run_never_touches_results_that_it_would_lose(
    problems: list[Any], samples: list[Any], words: tuple[str, ...], others: int, folder: Path
) -> None:
    evaluate(folder, "--out", "results.jsonl")
    with (folder / "results.jsonl").open("ab") as file:
        file.write(b'{"key":"half')
    before = (folder / "results.jsonl").read_bytes()
    write_lines(folder / "problems.jsonl", problems)
    write_lines(folder / "samples.jsonl", samples)
    code, shown, said = evaluate(folder, "--out", "results.jsonl", "--resume", *words)
    assert (code, shown, len(said)) == (2, [], 1)
    results = [json.loads(line) for line in before.splitlines()[:-1]]
    place, rest = said[0].split(": ", 1)
    first = results[int(place.removeprefix("results.jsonl:")) - 1]["problem"]
    number = f"{others} result{'s' * (others > 1)}"
    assert rest == (
        "expected only results of this run's samples, problems and options, got"
        f" {number} of others (the first: {first}); name another file with --out, or delete these lines"
    )
    assert (folder / "results.jsonl").read_bytes() == before


def test_a_run_that_judges_nothing_leaves_the_file_as_it_is(folder: Path) -> None:
    write_lines(folder / "samples.jsonl", [{"task_id": "sum", "completion": "x", "language": "cobol"}])
    evaluate(folder, "--out", "results.jsonl")
    before = (folder / "results.jsonl").read_bytes()
    write_lines(folder / "problems.jsonl", [OTHER])
    code, _, _ = evaluate(folder, "--out", "results.jsonl", "--resume")
    assert code == 2
    assert (folder / "results.jsonl").read_bytes() == before


def test_half_a_line_at_the_end_is_dropped(folder: Path) -> None:
    evaluate(folder, "--out", "results.jsonl")
    whole = (folder / "results.jsonl").read_bytes()
    (folder / "results.jsonl").write_bytes(whole[:-20])
    _, shown, _ = evaluate(folder, "--out", "results.jsonl", "--resume")
    assert any(line.startswith("4 samples judged, 3 from earlier runs") for line in shown)
    assert [one["verdict"] for one in read_results(folder)] == ["AC", "WA", "AC", "WA"]


def test_results_are_never_overwritten_by_a_run_that_does_not_resume(folder: Path) -> None:
    evaluate(folder, "--out", "results.jsonl")
    before = (folder / "results.jsonl").read_bytes()
    code, shown, said = evaluate(folder, "--out", "results.jsonl")
    assert (code, shown) == (2, [])
    assert said == ["--out: expected a new file, or --resume, got results.jsonl, which is not empty"]
    assert (folder / "results.jsonl").read_bytes() == before
    for text in ("{}\n", "mine"):
        (folder / "results.jsonl").write_text(text)
        code, _, (line,) = evaluate(folder, "--out", "results.jsonl", "--resume")
        assert code == 2
        assert line.startswith("results.jsonl:1: expected a result of `judge evaluate`, got another line")
        assert (folder / "results.jsonl").read_text() == text


def test_bad_records_are_reported_and_the_rest_is_judged(folder: Path) -> None:
    with (folder / "problems.jsonl").open("a") as file:
        file.write('{"id": 1}\n{bad\n')
    with (folder / "samples.jsonl").open("a") as file:
        file.write('{"task_id": "sum"}\n{"task_id": "\\u001b[2J", "code": "x"}\n')
    code, shown, said = evaluate(folder)
    assert code == 2
    assert "4 samples judged" in shown[5]
    assert said == [
        "problems.jsonl:3: expected `str`, got `int` - at `$.id`",
        "problems.jsonl:4: expected JSON, got text that is none: JSON is malformed: object keys must be"
        " strings",
        "samples.jsonl:5: expected a program in one of code, solution, code_list, completion, generation,"
        " response, output, completions, output_list, got none",
        r"samples.jsonl:6: expected the id of a problem of the data set, got '\x1b[2J'",
    ]


def test_a_data_set_in_another_format_is_a_few_lines_that_name_the_option(folder: Path) -> None:
    write_lines(folder / "problems.jsonl", [{"question_id": str(number)} for number in range(100)])
    write_lines(folder / "samples.jsonl", [{"id": str(number), "code": ""} for number in range(100)])
    code, _, said = evaluate(folder)
    assert code == 2
    other = "expected no key question_id, got one (--format names another format)"
    assert said == [
        *(f"problems.jsonl:{at}: {other}; 1 sample of '{at - 1}' not judged" for at in range(1, 11)),
        "problems.jsonl: 90 more records at fault",
    ]


@pytest.mark.parametrize("id", ["bad", 5])
def test_samples_of_a_faulty_record_are_counted_at_its_fault(id: Any, folder: Path) -> None:
    bad = {"id": str(id), "tests": SUM["tests"], "note": "mine"}
    write_lines(folder / "problems.jsonl", [SUM, bad, bad])
    lost = [{"task_id": id, "completion": "print(1)"}, {"task_id": id, "completions": ["x", "y"]}]
    write_lines(folder / "samples.jsonl", [*lost, *SAMPLES[:2], {"task_id": "none", "completion": "x"}])
    code, shown, said = evaluate(folder)
    assert (code, shown[4].split(":")[0]) == (2, "2 samples judged")
    fault = "expected no key note, got one (--format names another format)"
    assert said == [
        f"problems.jsonl:2: {fault}; 3 samples of '{id}' not judged",
        f"problems.jsonl:3: {fault}",
        "samples.jsonl:5: expected the id of a problem of the data set, got 'none'",
    ]


def test_samples_of_a_record_that_is_read_after_a_faulty_one_are_judged(folder: Path) -> None:
    write_lines(folder / "problems.jsonl", [SUM | {"note": "mine"}, SUM, MEAN])
    code, shown, said = evaluate(folder)
    assert (code, shown[5].split(":")[0]) == (2, "4 samples judged")
    assert said == ["problems.jsonl:1: expected no key note, got one (--format names another format)"]


def test_what_cannot_be_judged_is_listed_and_never_scored(folder: Path) -> None:
    write_lines(
        folder / "problems.jsonl", [SUM, {"id": "mean", "unfit": "interactive"}, MEAN | {"id": "other"}]
    )
    code, shown, _ = evaluate(folder)
    assert code == 0
    assert shown[2].split()[:4] == ["all", "1", "2", "50.0%"]
    assert "cannot be judged: mean: interactive (2 samples)" in shown
    assert "without a sample: 1 problem of the data set" in shown


def test_a_failure_of_the_judge_is_not_scored_and_judged_again(folder: Path) -> None:
    samples = [*SAMPLES[:2], {"task_id": "sum", "completion": "x", "language": "cobol"}]
    write_lines(folder / "samples.jsonl", samples)
    code, shown, _ = evaluate(folder, "--out", "results.jsonl")
    assert code == 2
    assert shown[2].split()[:4] == ["all", "1", "2", "50.0%"]
    at = shown.index("not scored, since the judge failed: 1 sample")
    assert shown[at + 1].startswith("  sum, sample 3: expected one of the languages")
    last = read_results(folder)[-1]
    assert (last["verdict"], last["passed"], last["score"]) == ("JE", None, None)
    _, shown, _ = evaluate(folder, "--out", "results.jsonl", "--resume")
    assert any(line.startswith("2 samples judged, 2 from earlier runs") for line in shown)


def test_a_program_that_is_too_long_is_scored(folder: Path) -> None:
    runaway = "x = 1; x = 2; " * (2 << 20)
    texts = [runaway, f"```python\n{runaway}", "print('\ud800')", "\0", ""]
    write_lines(folder / "samples.jsonl", [{"task_id": "sum", "completion": text} for text in texts])
    code, shown, said = evaluate(folder, "--out", "results.jsonl")
    assert (code, said) == (0, [])
    assert shown[2].split()[:4] == ["all", "1", "5", "0.0%"]
    found = [(one["verdict"], one["passed"], one["message"]) for one in read_results(folder)]
    too_long = "source: expected at most 16,777,216 bytes, got 29,360,128"
    assert found[:2] == [("CE", False, too_long)] * 2
    assert found[2] == (
        "CE",
        False,
        "source: expected text that UTF-8 can write, got: surrogates not allowed",
    )


def test_a_program_that_includes_a_missing_testlib_is_scored(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.cases.testlib.HEADERS", ())
    monkeypatch.delenv("CPATH", raising=False)
    includes = '#include "testlib.h"\nint main() {}'
    texts = [("cpp", includes), ("c++17", includes), ("python", '#include "testlib.h"\nprint(3)')]
    samples = [{"id": "sum", "code": code, "language": language} for language, code in texts]
    write_lines(folder / "samples.jsonl", samples)
    code, shown, said = evaluate(folder, "--out", "results.jsonl")
    assert (code, said) == (0, [])
    assert shown[2].split()[:4] == ["all", "1", "3", "0.0%"]
    missing = ("CE", False, "the program includes testlib.h, which is not here")
    found = [(one["verdict"], one["passed"], one["message"]) for one in read_results(folder)]
    assert (found[:2], found[2][0]) == ([missing] * 2, "WA")


def test_a_checker_decides(folder: Path) -> None:
    checker = "import sys\nout = open(sys.argv[3]).read().split()\nprint(int(out != ['0']))\n"
    checker += "print('it is', *out, file=sys.stderr)\n"
    problem = SUM | {"checker": {"source": checker, "language": "python", "protocol": "cms"}}
    write_lines(folder / "problems.jsonl", [problem])
    write_lines(folder / "samples.jsonl", [{"id": "sum", "code": f"print({n})"} for n in (0, 1)])
    _, shown, _ = evaluate(folder, "--out", "results.jsonl")
    assert any(line.startswith("2 samples judged: 1 AC, 1 WA") for line in shown)
    assert {each["verdict"]: each["message"] for each in read_results(folder)} == {"AC": "", "WA": "it is 0"}


def test_functions_of_a_data_set_are_called(folder: Path) -> None:
    tests = [{"input": "[1, 2]\n3", "output": "6", "testtype": "functional"}]
    body = "(self, numbers: List[int], more: int) -> int:\n        "
    problem = {
        "question_id": "1",
        "public_test_cases": json.dumps(tests),
        "private_test_cases": "[]",
        "metadata": '{"func_name": "total"}',
        "starter_code": f"class Solution:\n    def total{body}",
    }
    right = f"class Solution:\n    def total{body}return reduce(add, numbers) + more"
    samples = [
        {"question_id": "1", "code_list": [right.replace("add", "lambda a, b: a + b")]},
        {"question_id": "1", "code": f"class Solution:\n    def total{body}return 5"},
        {"question_id": "1", "code": "def total(numbers, more):\n    return sum(numbers, more)"},
    ]
    write_lines(folder / "problems.jsonl", [problem])
    write_lines(folder / "samples.jsonl", samples)
    _, shown, _ = evaluate(folder, "--format", "livecodebench")
    assert any(line.startswith("3 samples judged: 2 AC, 1 WA") for line in shown), shown


ORDERS = "def f(a):\n    return [[2, 1], [3]]"
NEAR = "def f(a):\n    return 0.51"


@pytest.mark.parametrize(
    ("rule", "code", "result", "verdict"),
    [
        ("", ORDERS, [[3], [1, 2]], "WA"),
        ("unordered", ORDERS, [[3], [1, 2]], "WA"),
        ("unordered", ORDERS, [[3], [2, 1]], "AC"),
        ("unordered nested", ORDERS, [[3], [1, 2]], "AC"),
        ("", NEAR, 0.5, "WA"),
        ("float 1e-2", NEAR, 0.5, "WA"),
        ("float 2e-2", NEAR, 0.5, "AC"),
    ],
)
@pytest.mark.parametrize("is_option", [False, True])
def test_a_stated_rule_compares_the_results_of_functions(
    rule: str, code: str, result: Any, verdict: str, is_option: bool, folder: Path
) -> None:
    problem = {"id": "f", "function": "f", "tests": [{"arguments": [1], "result": result}]}
    write_lines(folder / "problems.jsonl", [problem | ({} if is_option else {"compare": rule})])
    write_lines(folder / "samples.jsonl", [{"id": "f", "code": code}])
    words = ["--compare", rule] if is_option and rule else []
    _, shown, _ = evaluate(folder, *words)
    assert any(line.startswith(f"1 sample judged: 1 {verdict}") for line in shown), shown


def test_a_rule_of_functions_judges_no_program(folder: Path) -> None:
    call = {"id": "f", "function": "f", "tests": [{"arguments": [1], "result": [1, 2]}]}
    write_lines(folder / "problems.jsonl", [SUM, call])
    write_lines(folder / "samples.jsonl", [*SAMPLES[:2], {"id": "f", "code": "def f(a): return [2, a]"}])
    _, shown, _ = evaluate(folder, "--compare", "unordered")
    assert any(line.startswith("1 sample judged: 1 AC") for line in shown), shown
    reason = "cannot be judged: sum: --compare: expected one of the profiles"
    assert any(line.startswith(reason) for line in shown), shown


@pytest.mark.parametrize(
    ("code", "language", "verdict", "message"),
    [
        ("1 / 0", "python", "RE", "exit code 1: ZeroDivisionError: division by zero"),
        ("raise SystemExit('no luck')", "python", "RE", "exit code 1: no luck"),
        ("exit(1)", "python", "RE", "exit code 1"),
        ("import sys\nsys.stderr.write('\\x1b[2J')\nexit(3)", "python", "RE", r"exit code 3: \x1b[2J"),
        ("import sys\nsys.stderr.write('a' * 999)\nexit(3)", "python", "RE", f"exit code 3: {'a' * 200}..."),
        ("import sys\nsys.stderr.write('hidden')\nprint(4)", "python", "WA", "expected '3', got '4'"),
        (
            "print(3",
            "python",
            "CE",
            "the compiler refused the source: line 1: SyntaxError: '(' was never closed",
        ),
        (
            "int main() { return x; }",
            "cpp",
            "CE",
            "the compiler refused the source: solution.cpp:1:21: error: ",
        ),
        ("int f();\nint main() { return f(); }", "cpp", "CE", "undefined reference to `f()'"),
        ("#include <vector>\nint main() { std::vector<int>().at(1); }", "cpp", "RE", ": what():  vector::"),
        ('fn main() { let v: Vec<i32> = vec![]; print!("{}", v[v.len()]); }', "rust", "RE", "index out of"),
    ],
)
def test_a_result_says_why_a_program_crashed_or_was_not_built(
    code: str, language: str, verdict: str, message: str, folder: Path
) -> None:
    need({"cpp": "g++", "rust": "rustc"}.get(language, "python3"))
    write_lines(folder / "samples.jsonl", [{"id": "sum", "code": code, "language": language}])
    evaluate(folder, "--out", "results.jsonl")
    (result,) = read_results(folder)
    assert (result["verdict"], message in result["message"]) == (verdict, True), result["message"]
    assert "hidden" not in result["message"]
    evaluate(folder, "--out", "results.jsonl", "--resume")
    assert read_results(folder) == [result]


def test_a_program_in_another_language_is_built(folder: Path) -> None:
    need("g++")
    program = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }"
    samples = [
        {"id": "sum", "code": program, "language": "c++17"},
        {"id": "sum", "code": "int", "language": "cpp"},
    ]
    write_lines(folder / "samples.jsonl", samples)
    _, shown, _ = evaluate(folder)
    assert any(line.startswith("2 samples judged: 1 AC, 1 CE") for line in shown)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("samples.jsonl", "expected --dataset FILE with the problems, got none"),
        ("samples.jsonl --dataset problems.jsonl --resume", "expected --out FILE with --resume, got none"),
        ("no.jsonl --dataset problems.jsonl", "no.jsonl: expected a file that can be read, got: No such"),
        ("samples.jsonl --dataset no.jsonl", "no.jsonl: expected a file that can be read, got: No such"),
        ("samples.jsonl --dataset problems.jsonl --out no/r", "no/r: expected a file that can be written"),
        ("samples.jsonl --dataset problems.jsonl --pass-at 0", "--pass-at: expected numbers from 1 to 9999"),
        ("empty.jsonl --dataset problems.jsonl", "empty.jsonl: expected samples, got none"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_one_line(folder: Path, words: str, line: str) -> None:
    (folder / "empty.jsonl").touch()
    done = run_here("evaluate", *words.split(), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_an_interrupt_shows_what_is_known_and_the_next_run_continues(folder: Path) -> None:
    waits = "import time\ntime.sleep(600)"
    write_lines(folder / "samples.jsonl", [*SAMPLES, {"task_id": "mean", "completion": waits}])
    words = ["evaluate", "samples.jsonl", "--dataset", "problems.jsonl", "--out", "results.jsonl"]
    # The two tests of the sample that waits may begin before those of others, which then need a third worker.
    command = [*JUDGE, *words, "--time", "300", "--jobs", "3"]
    process = subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True)
    results = folder / "results.jsonl"
    wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") == 4)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "4 samples judged: 2 AC, 2 WA" in out
    assert "interrupted: 1 sample left; --resume continues" in out
    write_lines(folder / "samples.jsonl", SAMPLES)
    _, shown, _ = evaluate(folder, "--out", "results.jsonl", "--resume", "--time", "300")
    assert any(line.startswith("4 samples judged, 4 from earlier runs") for line in shown)


def test_a_submission_that_was_interrupted_before_it_was_noted_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = Drivers.submit

    def submit_and_interrupt(drivers: Drivers[Any], *words: Any, **fields: Any) -> None:
        submit(drivers, *words, **fields)
        raise KeyboardInterrupt

    monkeypatch.setattr(Drivers, "submit", submit_and_interrupt)
    waits = "import time\ntime.sleep(600)"
    write_lines(folder / "samples.jsonl", [{"task_id": "mean", "completion": waits}])
    code, shown, _ = evaluate(folder, "--time", "300")
    assert code == 130
    assert "interrupted: 1 sample left" in "\n".join(shown)


# A record of CodeContests+ without tests, whose programs use testlib.h.
MADE = {
    "id": "1_A",
    "description": "Print the sum.",
    "time_limit": 1000,
    "memory_limit": 256,
    "generator": """\
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    printf("%d\\n", n);
    for (int i = 0; i < n; i++) printf("%d%c", rnd.next(1, 9), i + 1 < n ? ' ' : '\\n');
}
""",
    "generator_cmd": ["./gen -n 1", "./gen -n 5", "./gen -n 7", "./gen -n 0", "./gen -m 1"],
    "validator": """\
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 9, "n");
    inf.readEoln();
    inf.readInts(n, 1, 9, "a");
    inf.readEoln();
    inf.readEof();
}
""",
    "checker": """\
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int wanted = ans.readInt(), got = ouf.readInt();
    if (got != wanted) quitf(_wa, "expected %d, found %d", wanted, got);
    quitf(_ok, "right");
}
""",
    "correct_submissions": [
        {"code": "n = int(input())\nprint(sum(map(int, input().split())))", "language": "py3"},
        {"code": "n = int(input())\nprint(sum(map(int, input().split())) + (n == 7))", "language": "py3"},
    ],
}


@pytest.mark.slow
def test_tests_are_made_where_a_record_has_only_a_generator(folder: Path) -> None:
    need("g++")
    if not TESTLIB.is_dir():
        pytest.skip("testlib is not here")
    (folder / "include").mkdir()
    (folder / "include" / "testlib.h").write_text(read_testlib())
    write_lines(folder / "problems.jsonl", [MADE, MADE | {"id": "1_B", "validator": ""}])
    sums = MADE["correct_submissions"][0]["code"]
    samples = [("1_A", sums), ("1_A", "print(input())"), ("1_B", sums)]
    write_lines(folder / "samples.jsonl", [{"id": id, "code": code} for id, code in samples])
    words = ("samples.jsonl", "--dataset", "problems.jsonl", "--format", "code-contests-plus")
    done = run_here(
        "evaluate", *words, "--out", "results.jsonl", cwd=folder, env={"CPATH": str(folder / "include")}
    )
    assert done.returncode == 0
    assert [(one["verdict"], one["tests"]) for one in read_results(folder)] == [("AC", 2), ("WA", 2)]
    assert done.stdout.splitlines()[-5:] == [
        "cannot be judged: 1_B: a generator and no tests, and no validator to make them (1 sample)",
        "left out: 3 generated tests of 1 problem",
        "  1_A, ./gen -n 7: correct programs disagree: wrong answer expected 37, found 38",
        "  1_A, ./gen -n 0: the validator refuses the input: FAIL Integer parameter [name=n] equals to 0,"
        " violates the range [1, 9] (stdin, line 1)",
        "  1_A, ./gen -m 1: the generator fails: FAIL Opts: unknown key 'n'",
    ]
