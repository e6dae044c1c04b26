"""Judge the programs of tests/generated with other graders: `grade_elsewhere.py GRADERS`.

GRADERS is a folder with files of LiveCodeBench and SandboxFusion, as docs/generated.md describes. The
verdicts of both, and of this judge, are written to tests/generated/verdicts.json, and the tables of
docs/generated.md are made from them. Each program gets a process with a time limit for each grader, since
LiveCodeBench executes programs in its own process and changes the modules of that process.

Modules that a grader imports and that judge nothing are replaced: a progress bar, a server, logs.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha1
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import yaml

from judge.model.verdicts import Verdict, worst

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "tests" / "generated"
VERDICTS = PROJECT / "verdicts.json"
PAGE = ROOT / "docs" / "generated.md"
# What each grader's own code is read from, and stated with its hash as Git computes it.
FILES = {
    "livecodebench": ("testing_util.py", "compute_code_generation_metrics.py", "pass_k_utils.py"),
    "sandboxfusion": ("testing.py",),
}
HANG_S = 120
# SandboxFusion's own default for languages that it interprets; seconds of wall time for a test.
SANDBOXFUSION_S = 20


def main(folder: Path) -> None:
    programs = list_programs()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        others = list(pool.map(lambda name: grade_elsewhere(name, folder), programs))
    own = judge_here()
    verdicts = {name: {"judge": own[name], **other} for name, other in zip(programs, others, strict=True)}
    stored = {"files": hash_files(folder), "graded": hash_programs(), "programs": verdicts}
    VERDICTS.write_text(json.dumps(stored, indent=1) + "\n")
    PAGE.write_text(replace_tables(PAGE.read_text(), verdicts))


def list_programs() -> list[str]:
    """Return the paths of the programs below solutions/."""
    folder = PROJECT / "solutions"
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.py"))


def hash_files(folder: Path) -> dict[str, str]:
    """Return the hash of each file of the graders, as `git hash-object` prints it."""
    read = {f"{grader}/{name}": (folder / grader / name) for grader, names in FILES.items() for name in names}
    return {name: hash_file(path) for name, path in read.items()}


def hash_programs() -> dict[str, str]:
    """Return the hash of each program and of each problem, by its path below tests/generated."""
    files = [*PROJECT.glob("solutions/**/*.py"), *PROJECT.glob("cases/*.yaml")]
    return {str(path.relative_to(PROJECT)): hash_file(path) for path in sorted(files)}


def hash_file(path: Path) -> str:
    return sha1(b"blob %d\0" % path.stat().st_size + path.read_bytes()).hexdigest()


def read_problem(program: str) -> dict[str, Any]:
    """Return the case file of a program's problem."""
    text = (PROJECT / "cases" / f"{Path(program).parent.name}.yaml").read_text()
    problem: dict[str, Any] = yaml.safe_load(text)
    return problem


def grade_elsewhere(program: str, folder: Path) -> dict[str, bool | None]:
    """Say for each other grader if it accepts the program; None if it does not take programs of this kind."""
    entry = read_problem(program).get("entry")
    return {
        grader: None if entry and grader == "sandboxfusion" else grade_apart(grader, program, folder)
        for grader in FILES
    }


def grade_apart(grader: str, program: str, folder: Path) -> bool:
    """Run a grader on one program in a process. A grader that does not come to an end accepts nothing."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, __file__, str(folder.absolute()), grader, program, f"{place}/accepted"]
        done = subprocess.run(
            command, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG_S, check=False
        )
        written = Path(place, "accepted")
        if not written.exists():
            raise RuntimeError(f"{grader} on {program}: {done.stderr.decode(errors='replace')}")
        return bool(json.loads(written.read_text()))


def grade_one(folder: Path, grader: str, program: str, report: Path) -> None:
    """Write to `report` if the grader accepts the program."""
    grade = grade_by_livecodebench if grader == "livecodebench" else grade_by_sandboxfusion
    source = (PROJECT / "solutions" / program).read_text()
    report.write_text(json.dumps(grade(folder / grader, source, read_problem(program))))


def grade_by_livecodebench(folder: Path, source: str, problem: dict[str, Any]) -> bool:
    """Grade as LiveCodeBench grades one sample of one problem, up to its pass@1."""
    for name in ("lcb_runner", "lcb_runner.evaluation"):
        add_module(name, __path__=[str(folder)])
    add_module("tqdm", tqdm=None)
    from lcb_runner.evaluation import compute_code_generation_metrics as metrics  # type: ignore

    tests: dict[str, Any] = {
        "inputs": [case["input"] for case in problem["cases"]],
        "outputs": [case["output"] for case in problem["cases"]],
        "fn_name": None,
    }
    if "entry" in problem:
        tests["inputs"] = [each.rstrip("\n") for each in tests["inputs"]]
        tests["fn_name"] = problem["entry"].partition("(")[0].split()[-1]
    sample = {"input_output": json.dumps(tests)}
    results, _ = metrics.evaluate_generations_by_problem(([source], sample, False, 6))
    return bool(metrics.compute_metrics_from_results({0: results}, k_list=[1])["pass@1"] == 1)


def grade_by_sandboxfusion(folder: Path, source: str, problem: dict[str, Any]) -> bool:
    """Run the program as an ordinary process on each test, and compare with SandboxFusion's function."""
    testing = load_sandboxfusion(folder)
    cases = [
        SimpleNamespace(input={"stdin": case["input"]}, output={"stdout": case["output"]}, model_dump=dict)
        for case in problem["cases"]
    ]
    config = SimpleNamespace(language="python", compile_timeout=None, run_timeout=None, extra={})
    outcomes = asyncio.run(testing.check_stdio_test_cases(source, cases, config))
    return all(each.passed for each in outcomes)


def load_sandboxfusion(folder: Path) -> Any:
    """Import its testing.py among stand-ins for its server and its settings."""
    add_module("structlog", stdlib=SimpleNamespace(get_logger=lambda: None))
    add_module("fastapi", HTTPException=Exception)
    for name in ("sandbox", "sandbox.configs", "sandbox.datasets", "sandbox.runners"):
        add_module(name, __path__=[])
    add_module("sandbox.utils", __path__=[str(folder)])
    add_module(
        "sandbox.configs.run_config", RunConfig=SimpleNamespace(get_instance_sync=lambda: SimpleNamespace())
    )
    add_module(
        "sandbox.datasets.types",
        EvalTestCase=SimpleNamespace,
        GeneralStdioTest=SimpleNamespace,
        RunStatus=SimpleNamespace(Success="Success"),
        TestConfig=SimpleNamespace,
    )
    add_module("sandbox.runners.types", compile_languages=["cpp", "go", "java"])
    add_module("sandbox.utils.common", truncate_str=str)
    add_module("sandbox.utils.execution", max_concurrency=None)
    add_module(
        "sandbox.utils.sandbox_client",
        RunCodeRequest=SimpleNamespace,
        run_code_in_sandbox=run_program,
        run_code_in_sandbox_w_retry=run_program,
    )
    from sandbox.utils import testing  # type: ignore

    return testing


async def run_program(request: Any) -> Any:
    """Run a program as a file, and report as SandboxFusion does: Success if the exit status is 0."""
    Path("program.py").write_text(request.code)
    command = [sys.executable, "program.py"]
    try:
        done = subprocess.run(
            command, input=request.stdin.encode(), capture_output=True, timeout=SANDBOXFUSION_S, check=False
        )
    except subprocess.TimeoutExpired:
        return SimpleNamespace(status="Failed", run_result=None)
    status = "Failed" if done.returncode else "Success"
    return SimpleNamespace(status=status, run_result=SimpleNamespace(stdout=done.stdout.decode()))


def add_module(name: str, **names: Any) -> None:
    """Make a module that can be imported by this name."""
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)


def judge_here() -> dict[str, str]:
    """Return the worst verdict of this judge on each program."""
    with tempfile.TemporaryDirectory() as place:
        for name in ("cases", "solutions"):
            Path(place, name).symlink_to(PROJECT / name)
        report = Path(place) / "results.json"
        command = [sys.executable, "-m", "judge", "run", "--json", str(report)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        subprocess.run(command, cwd=place, env=environment, stdout=subprocess.DEVNULL, check=True)
        return read_worst(json.loads(report.read_text()))


def read_worst(report: dict[str, Any]) -> dict[str, str]:
    """Return the worst verdict of each solution in the results of `judge run --json`."""
    found: dict[str, list[Verdict]] = {}
    for each in report["results"]:
        found.setdefault(each["solution"], []).append(Verdict[each["verdict"]])
    return {solution: worst(verdicts).name for solution, verdicts in found.items()}


def make_table(verdicts: dict[str, dict[str, Any]], *, accepted: bool) -> str:
    """Return the table of the programs that are right, or of those that are wrong."""
    lines = [
        "| program | description | LiveCodeBench | SandboxFusion | this judge |",
        "|---|---|---|---|---|",
    ]
    for name, verdict in verdicts.items():
        if (verdict["judge"] == "AC") is accepted:
            others = (describe(verdict[grader], right=accepted) for grader in FILES)
            link = f"[{'/'.join(Path(name).parts[1:])}](../tests/generated/solutions/{name})"
            lines.append(f"| {link} | {read_description(name)} | {' | '.join(others)} | {verdict['judge']} |")
    return "\n".join(lines)


def read_description(name: str) -> str:
    """Return the first line of a program."""
    return (PROJECT / "solutions" / name).read_text().partition("\n")[0].removeprefix("# ")


def describe(accepts: bool | None, *, right: bool) -> str:
    if accepts is None:
        return "-"
    word = "accepts" if accepts else "rejects"
    return word if accepts is right else f"**{word}**"


def replace_tables(page: str, verdicts: dict[str, dict[str, Any]]) -> str:
    """Return the page with the tables of these verdicts, one below each heading that names a kind."""
    for heading, accepted in (("## Correct programs", True), ("## Wrong programs", False)):
        before, found, after = page.partition(f"{heading}\n")
        start = after.index("\n| program |") + 1
        end = after.index("\n\n", start) if "\n\n" in after[start:] else len(after.rstrip("\n"))
        page = before + found + after[:start] + make_table(verdicts, accepted=accepted) + after[end:]
    return page


if __name__ == "__main__":
    if len(sys.argv) == 2:
        main(Path(sys.argv[1]))
    elif len(sys.argv) == 5:
        grade_one(Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4]))
    else:
        sys.exit(__doc__)
