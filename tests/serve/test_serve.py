"""The service: what it answers, what it refuses, and what it does when it is busy or fails."""

import asyncio
import base64
import json
import re
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import msgspec
import pytest
from asking import JSON, Answer, ask, get
from helpers import need

from judge import Judge, Report, Submission, Test, Verdict

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from judge.serve import service
from judge.serve.caps import Caps
from judge.serve.endpoints import Endpoint, list_endpoints
from judge.serve.judging import JudgeRequest
from judge.serve.programs import Versions
from judge.serve.service import Service

ADDS = "print(sum(map(int, input().split())))\n"
SPINS = "while True:\n    pass\n"
SUMS = [{"input": "1 2\n", "answer": "3\n"}, {"input": "5 6\n", "answer": "11\n"}]
TOKEN = b"a-token-of-some-length"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(jobs=1) as judge:
        yield judge


@pytest.fixture(scope="module")
def app(judge: Judge) -> Any:
    return Service(judge, caps=Caps(tests=3, body_bytes=10_000, body_s=0.2), queue=5).app


# Its own requests


def test_a_source_is_judged_on_its_tests(app: Any) -> None:
    status, _, _ = answer = get(app, "/judge", {"source": "print(3)", "tests": SUMS, "key": [1, "a"]})
    assert status == 200
    found = answer.value
    assert (found["verdict"], found["passed"], found["score"], found["key"]) == ("WA", False, 0.5, [1, "a"])
    assert [each["verdict"] for each in found["tests"]] == ["AC", "WA"]
    assert 0 < found["tests"][0]["cpu_s"] < 2
    assert "1 of 2 tests passed" in found["feedback"]


@pytest.mark.parametrize(("outputs", "stderr"), [(True, "a \\xff\n"), (False, "")])
def test_what_programs_print_is_in_the_answer_if_asked_for(app: Any, outputs: bool, stderr: str) -> None:
    source = "import sys\nsys.stderr.buffer.write(b'a \\xff\\n')\nprint('out')\n"
    asked = {"source": source, "tests": [{"input": ""}], "outputs": outputs}
    (test,) = get(app, "/judge", asked).value["tests"]
    assert (test["verdict"], test["stderr"]) == ("NA", stderr)
    assert test["output"] == ("out\n" if outputs else "")


def test_functions_checkers_and_the_first_failure_are_those_of_the_library(app: Any) -> None:
    function = {"source": "def f(a): return a * 2", "tests": [{"input": [2], "answer": 4}], "fn_name": "f"}
    assert get(app, "/judge", function).value["verdict"] == "AC"
    checker = "import sys\nsys.exit(43 if sys.stdin.read().strip() == '3' else 42)\n"
    asked = {
        "source": ADDS,
        "tests": SUMS,
        "checker": checker,
        "checker_language": "python",
        "protocol": "icpc",
        "stop": "first failure",
    }
    found = get(app, "/judge", asked).value
    assert [each["verdict"] for each in found["tests"]] == ["WA", "SK"]


def test_the_request_has_the_fields_of_a_submission() -> None:
    assert {*JudgeRequest.__struct_fields__} == {*Submission.__struct_fields__, "outputs"}
    defaults = Submission("", [])
    made = JudgeRequest(source="", tests=[])
    same = [name for name in Submission.__struct_fields__ if not name.endswith("arguments")]
    assert [getattr(made, name) for name in same] == [getattr(defaults, name) for name in same]


# The shapes of others


@pytest.mark.parametrize(
    ("language", "code", "status", "step", "more"),
    [
        ("python", "print(input())", "Success", "run_result", {"return_code": 0, "stdout": "a\n"}),
        ("python", "1 / 0", "Failed", "run_result", {"return_code": 1, "status": "Finished"}),
        ("python", "def f(:", "Failed", "run_result", {"return_code": 1, "stdout": ""}),
        ("python", "import os; os.abort()", "Failed", "run_result", {"return_code": -6}),
        ("python", SPINS, "Failed", "run_result", {"status": "TimeLimitExceeded", "return_code": None}),
        ("python", "x = bytearray(99 << 20)", "Failed", "run_result", {"return_code": -9}),
        ("cpp", "int main() { return 3; }", "Failed", "run_result", {"return_code": 3}),
        ("cpp", "int main() {", "Failed", "compile_result", {"return_code": 1, "status": "Finished"}),
    ],
    ids=["right", "crash", "broken", "signal", "slow", "large", "code", "refused"],
)
def test_run_code_answers_as_sandboxfusion_does(
    app: Any, language: str, code: str, status: str, step: str, more: dict[str, object]
) -> None:
    if language == "cpp":
        need("g++")
    timeout_s = 0.2 if code == SPINS else 10
    asked = {
        "code": code,
        "language": language,
        "stdin": "a\n",
        "memory_limit_MB": 64,
        "run_timeout": timeout_s,
    }
    answer = get(app, "/run_code", asked)
    assert (answer.status, answer.value["status"]) == (200, status)
    assert {key: answer.value[step][key] for key in more} == more
    assert (answer.value["compile_result"] is None) is (language == "python")
    assert (answer.value["run_result"] is None) is (step == "compile_result")


@pytest.mark.parametrize(
    ("language", "code", "run"),
    [
        ("python", "print(input())", {"code": 0, "signal": None, "status": None, "output": "a\n"}),
        ("py", "1 / 0", {"code": 1, "signal": None, "status": "RE"}),
        ("python", "import os; os.abort()", {"code": None, "signal": "SIGABRT", "status": "SG"}),
        ("python", SPINS, {"code": None, "signal": "SIGKILL", "status": "TO"}),
        ("python", "def f(:", {"code": 1, "signal": None, "status": "RE", "stdout": ""}),
        ("c++", "int main() {", {"code": 1, "signal": None, "stdout": ""}),
    ],
    ids=["right", "crash", "signal", "slow", "broken", "refused"],
)
def test_execute_answers_as_piston_does(app: Any, language: str, code: str, run: dict[str, object]) -> None:
    if language == "c++":
        need("g++")
    files = [{"name": "a", "content": code}]
    timeout_ms = 200 if code == SPINS else 10_000
    asked = {"language": language, "version": "*", "files": files, "stdin": "a", "run_timeout": timeout_ms}
    answer = get(app, "/api/v2/execute", asked)
    assert answer.status == 200
    found = answer.value
    assert {key: found["run"][key] for key in run} == run
    assert found["language"] == ("c++" if language == "c++" else "python")
    assert re.fullmatch(r"\d+\.\d+\.\d+", found["version"])
    # After a compile error both steps are the compiler's.
    assert found.get("compile") == (found["run"] if language == "c++" else None)


def test_execute_passes_arguments(app: Any) -> None:
    files = [{"content": "import sys; print(sys.argv[1:])"}]
    asked = {"language": "python", "version": "*", "files": files, "args": ["-n", "a b"]}
    assert get(app, "/api/v2/execute", asked).value["run"]["stdout"] == "['-n', 'a b']\n"


def test_the_runtimes_are_versions_that_execute_accepts(app: Any) -> None:
    runtimes = {each["language"]: each for each in get(app, "/api/v2/runtimes").value}
    python = runtimes["python"]
    assert "py" in python["aliases"]
    asked = {"language": "py", "version": python["version"], "files": [{"content": "print(1)"}]}
    assert get(app, "/api/v2/execute", asked).value["run"]["stdout"] == "1\n"
    assert get(app, "/api/v2/execute", asked | {"version": "3.x"}).status == 200
    refused = get(app, "/api/v2/execute", asked | {"version": "2.7"})
    assert refused.status == 400
    assert refused.value["message"].startswith("version: expected * or 3.")


# Wrong requests


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        ("/judge", {"source": 1}, "source: expected str, got int"),
        ("/judge", {"sauce": ""}, "sauce: expected no such field, got one"),
        ("/judge", {"language": "cobol"}, "language: expected one of the languages python, c, cpp and"),
        ("/judge", {"tests": [{"answer": ""}]}, "tests[0].input: expected a value, got none"),
        ("/judge", {"tests": []}, "tests: expected at least one test, got none"),
        ("/judge", {"tests": SUMS * 2}, "tests: expected at most 3, got 4 tests"),
        ("/judge", {"time_s": 61}, "time_s: expected a number above 0, at most 60, got 61"),
        ("/judge", {"time_factor": 1e9}, "time_s: expected a number above 0, at most 60, got 2e+09"),
        ("/judge", {"memory_bytes": 1 << 40}, "memory_bytes: expected at most 2,147,483,648, got 1,099,"),
        ("/judge", {"output_bytes": 1 << 40}, "output_bytes: expected at most 67,108,864, got 1,099,"),
        ("/judge", {"compare": "tolkens"}, "compare: expected"),
        ("/judge", {"stop": "never"}, "stop: invalid enum value 'never'"),
        ("/run_code", {"language": None}, "language: expected str, got null"),
        ("/run_code", {"language": "sql"}, "language: expected one of the languages"),
        ("/run_code", {"run_timeout": 0}, "run_timeout: expected a number above 0, at most 60, got 0"),
        ("/run_code", {"memory_limit_MB": 4096}, "memory_limit_MB: expected at most 2,048, got 4,096"),
        ("/run_code", {"files": {"a": "YQ=="}}, "files: expected none, since a program has its standard"),
        ("/run_code", {"fetch_files": ["a"]}, "fetch_files: expected none, since"),
        ("/api/v2/execute", {"files": []}, "files: expected one file, the program, got 0"),
        ("/api/v2/execute", {"args": ["\0"]}, "arguments: expected words without a zero byte, got one"),
        ("/api/v2/execute", {"run_timeout": 1e6}, "run_timeout: expected a number above 0, at most 60,000"),
    ],
)
def test_a_wrong_field_is_named(app: Any, path: str, change: dict[str, object], message: str) -> None:
    right: dict[str, dict[str, object]] = {
        "/judge": {"source": ADDS, "tests": SUMS},
        "/run_code": {"code": ADDS, "language": "python"},
        "/api/v2/execute": {"language": "python", "version": "*", "files": [{"content": ADDS}]},
    }
    answer = get(app, path, right[path] | change)
    assert answer.status == 400
    assert answer.value["message"].startswith(message)


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"{", 400, "body: expected JSON in UTF-8, got: Input data was truncated"),
        (b"[]", 400, "body: expected object, got array"),
        (b'{"source": "\xff"}', 400, "body: expected JSON in UTF-8, got: 'utf-8' codec"),
        (b'{"source": "\\ud800 abcdef"}', 400, "body: expected JSON in UTF-8, got: JSON is malformed"),
        (b'{"key": ' + b"[" * 9000, 400, "body: expected JSON, got one that is nested too deeply"),
        (b'{"source": "%b"}' % (b"a" * 10_000), 413, "body: expected at most 10,000 bytes, got more"),
        ([b"a" * 6000, b"a" * 6000, None], 413, "body: expected at most 10,000 bytes, got more"),
        ([b"{", None], 408, "body: expected its end within 0.2 s, got a part"),
    ],
    ids=["cut", "array", "bytes", "surrogate", "deep", "long", "chunks", "slow"],
)
def test_a_body_that_is_no_request_is_refused(app: Any, body: object, status: int, message: str) -> None:
    async def wait() -> None:
        await asyncio.sleep(60)

    answer = get(app, "/judge", body, leaves=wait)
    assert (answer.status, answer.value["message"][: len(message)]) == (status, message)
    # What comes after a part would be read as a request.
    assert (answer.headers.get("connection") == "close") is (status == 408)


@pytest.mark.parametrize("endpoint", list_endpoints(Versions("default")), ids=lambda each: each.path)
def test_null_is_as_good_as_no_field(endpoint: Endpoint) -> None:
    test = {"input": ""}
    required = {
        "/judge": {"source": "", "tests": [test]},
        "/run_code": {"code": "", "language": ""},
        "/api/v2/execute": {"language": "", "version": "", "files": [{"content": ""}]},
    }[endpoint.path]
    wanted = msgspec.convert(required, endpoint.asks)
    parts = [(endpoint.asks, required), *_list_parts(endpoint.asks, required)]
    for shape, values in parts:
        for each in msgspec.structs.fields(shape):
            # As an answer, null is a value.
            if not each.required and each.name != "answer":
                values[each.name] = None
    assert msgspec.convert(required, endpoint.asks) == wanted


def _list_parts(shape: type[Any], values: dict[str, Any]) -> Iterator[tuple[type[Any], dict[str, Any]]]:
    """Yield the structs in lists of a request, and their values."""
    for each in msgspec.structs.fields(shape):
        elements = getattr(each.type, "__args__", ())
        if each.required and elements and issubclass(elements[0], msgspec.Struct):
            yield elements[0], values[each.name][0]


def test_bodies_together_are_limited(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_HELD_BYTES", 10_000)
    app = Service(judge, caps=Caps(body_bytes=6000, body_s=1), queue=5).app

    async def check() -> tuple[int, ...]:
        first = asyncio.create_task(ask(app, "/run_code", [b"{", b" " * 5000, None], leaves=has_second.wait))
        await asyncio.sleep(0)
        second = await ask(app, "/run_code", [b"{", b" " * 5500])
        has_second.set()
        left = await first
        third = await ask(app, "/run_code", [b'{"code": "", "language": "python"', b" " * 5500, b"}"])
        return left.status, second.status, third.status

    has_second = asyncio.Event()
    assert asyncio.run(check()) == (499, 429, 200)


def test_a_body_is_in_memory_once_while_it_is_judged() -> None:
    class Weighing(FailingJudge):
        def submit(self, submission: Submission) -> Future[Report]:
            self.held_bytes = tracemalloc.get_traced_memory()[0]
            return super().submit(submission)

    judge: Any = Weighing(9)
    app = Service(judge, caps=Caps(), queue=1).app
    size = 4_000_000
    body = json.dumps({"source": "", "tests": [{"input": "x" * size}]}).encode()
    parts = [body[at : at + 65536] for at in range(0, len(body), 65536)]
    tracemalloc.start()
    try:
        assert get(app, "/judge", parts).status == 200
    finally:
        tracemalloc.stop()
    assert size < judge.held_bytes < 1.5 * size


def test_a_path_is_never_answered_with_another(app: Any) -> None:
    """Many clients follow a redirect without the body of their request."""
    paths = get(app, "/openapi.json").value["paths"]
    for path, methods in paths.items():
        for other in (f"{path}/", f"/{path}", f"{path}//", path.upper()):
            answer = get(app, other, {} if "post" in methods else None)
            assert (answer.status, answer.value) == (404, {"message": "Not Found"}), other


def test_the_last_of_equal_keys_counts(app: Any) -> None:
    body = b'{"code": "print(1)", "language": "python", "code": "print(2)"}'
    assert get(app, "/run_code", body).value["run_result"]["stdout"] == "2\n"


# The door


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "127.0.0.1:1"}, 200),
        ({"Host": "[::1]"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "localhost.evil.example"}, 403),
        ({"Origin": "http://localhost:8080"}, 200),
        ({"Origin": "http://localhost:3000"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": "Application/JSON; charset=utf-8"}, 200),
    ],
    ids=str,
)
def test_pages_of_other_sites_are_refused(app: Any, headers: dict[str, str], status: int) -> None:
    asked = {"code": "", "language": "python"}
    assert get(app, "/run_code", asked, headers=JSON | headers).status == status


def test_two_hosts_are_none(app: Any) -> None:
    assert get(app, "/health", more=[("Host", "localhost")]).status == 403


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (b"Bearer " + TOKEN, 404),
        (b"bearer " + TOKEN, 404),
        (b"Basic " + base64.b64encode(b"anyone:" + TOKEN), 404),
        (b"Bearer " + TOKEN[:-1], 401),
        (b"Bearer", 401),
        (TOKEN, 401),
        (b"Basic !", 401),
        (b"Basic " + base64.b64encode(TOKEN), 401),
        (b"", 401),
    ],
)
def test_with_a_token_nobody_enters_without_it(judge: Judge, words: bytes, status: int) -> None:
    app = Service(judge, caps=Caps(), queue=1, token=TOKEN).app
    headers = {"Host": "judge.example", "Authorization": words.decode()}
    answer = get(app, "/nothing", headers=headers)
    assert answer.status == status
    assert ("www-authenticate" in answer.headers) is (status == 401)
    assert get(app, "/health", headers={"Host": "judge.example"}).status == 200


# A busy judge, and one that fails


def test_a_full_queue_refuses_and_a_client_that_leaves_ends_its_work(judge: Judge) -> None:
    service = Service(judge, caps=Caps(), queue=1)
    asked = {"code": SPINS, "language": "python", "run_timeout": 60}

    async def is_open() -> int:
        return int((await ask(service.app, "/health")).value["open"])

    async def check() -> tuple[int, int, str]:
        is_refused = asyncio.Event()
        first = asyncio.create_task(ask(service.app, "/run_code", asked, leaves=is_refused.wait))
        while not await is_open():
            await asyncio.sleep(0.01)
        second = await ask(service.app, "/run_code", asked)
        is_refused.set()
        left = await first
        assert not await is_open()
        return left.status, second.status, second.headers["retry-after"]

    assert asyncio.run(check()) == (499, 429, "1")
    # The worker is free again.
    assert judge.judge("", tests=[Test("")]).verdict is Verdict.NA


def test_what_a_server_that_ends_cannot_finish_is_not_answered_with_a_verdict(judge: Judge) -> None:
    service = Service(judge, caps=Caps(), queue=1)

    async def check() -> Answer:
        asked = {"source": SPINS, "tests": SUMS, "time_s": 60}
        task = asyncio.create_task(ask(service.app, "/judge", asked))
        while b"judge_open 1\n" not in (await ask(service.app, "/metrics")).body:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        task.cancel()
        return await task

    answer = asyncio.run(check())
    assert (answer.status, answer.headers["retry-after"]) == (503, "1")


class FailingJudge:
    """A judge that fails so many times."""

    level = "default"

    def __init__(self, failures: int) -> None:
        self.left, self.calls = failures, 0

    def __len__(self) -> int:
        return 1

    def run(self, submission: Submission) -> Future[Report]:
        self.calls += 1
        failed = self.calls <= self.left
        report = Report(key=None, verdict=Verdict.JE, score=None, message="a worker died")
        future: Future[Report] = Future()
        future.set_result(report if failed else Report(key=None, verdict=Verdict.CE, score=0.0, results=()))
        return future

    submit = run


@pytest.mark.parametrize(("path", "status"), [("/judge", 200), ("/run_code", 500), ("/api/v2/execute", 500)])
def test_a_failure_of_the_judge_is_tried_again_and_never_a_zero(path: str, status: int) -> None:
    failing: Any = FailingJudge(3)
    app = Service(failing, caps=Caps(), queue=1).app
    asked = {
        "/judge": {"source": "", "tests": SUMS},
        "/run_code": {"code": "", "language": "python"},
        "/api/v2/execute": {"language": "python", "version": "*", "files": [{"content": ""}]},
    }
    answer = get(app, path, asked[path])
    assert (answer.status, failing.calls) == (status, 3)
    assert answer.value["message"] == "a worker died"
    if path == "/judge":
        assert (answer.value["verdict"], answer.value["score"], answer.value["passed"]) == ("JE", None, None)
    if path == "/run_code":
        assert answer.value["status"] == "SandboxError"
    assert b"judge_retries_total 2\n" in get(app, "/metrics").body


def test_a_checker_that_fails_is_no_zero(app: Any) -> None:
    asked = {"source": ADDS, "tests": SUMS, "checker": "1 / 0", "checker_language": "python"}
    found = get(app, "/judge", asked | {"protocol": "icpc"}).value
    assert (found["verdict"], found["score"]) == ("JE", None)


# What it says of itself


def test_the_metrics_count_what_was_judged(judge: Judge) -> None:
    app = Service(judge, caps=Caps(), queue=7).app
    get(app, "/judge", {"source": "print(3)", "tests": SUMS})
    get(app, "/judge", {})
    get(app, "/no/such/path")
    answer = get(app, "/metrics")
    lines = answer.body.decode().splitlines()
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert all(
        re.fullmatch(r"# (HELP|TYPE) judge_\w+ .+|judge_\w+(\{.+\})? [0-9.e+-]+", line) for line in lines
    )
    assert {
        'judge_requests_total{path="/judge",status="200"} 1',
        'judge_requests_total{path="/judge",status="400"} 1',
        'judge_requests_total{path="",status="404"} 1',
        'judge_submissions_total{path="/judge",verdict="WA"} 1',
        'judge_tests_total{verdict="AC"} 1',
        'judge_tests_total{verdict="WA"} 1',
        'judge_seconds_count{path="/judge"} 1',
        "judge_queue 7",
        "judge_open 0",
        "judge_workers 1",
    } <= {*lines}


def test_health_has_the_level_of_the_sandbox(app: Any, judge: Judge) -> None:
    found = get(app, "/health").value
    assert (found["status"], found["sandbox"], found["workers"]) == ("ok", judge.level, 1)


def test_every_answer_is_as_the_openapi_document_says(app: Any) -> None:
    document = get(app, "/openapi.json").value
    schemas = document["components"]["schemas"]
    posts: dict[str, list[object]] = {
        "/judge": [
            {"source": "print(3)", "tests": SUMS, "outputs": True},
            {},
            {"source": "1/0", "tests": SUMS},
        ],
        "/run_code": [{"code": "print(1)", "language": "python"}, {"code": "", "language": "sql"}],
        "/api/v2/execute": [
            {"language": "python", "version": "*", "files": [{"content": "1/0"}]},
            {"language": "python"},
        ],
    }
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            for asked in posts[path] if method == "post" else [None]:
                answer = get(app, path, asked)
                kind = answer.headers["content-type"].partition(";")[0]
                schema = told["responses"][str(answer.status)]["content"][kind]["schema"]
                value = answer.value if kind == "application/json" else answer.body.decode()
                assert list(differences(value, schema, schemas)) == [], (path, answer)
                if asked and answer.status == 200:
                    (body,) = told["requestBody"]["content"].values()
                    assert list(differences(asked, body["schema"], schemas)) == []


TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def differences(value: Any, schema: Any, schemas: Any, place: str = "") -> Iterator[str]:
    """Yield the places where a value differs from a JSON Schema."""
    if name := schema.get("$ref"):
        schema = schemas[name.removeprefix("#/components/schemas/")]
    if kinds := schema.get("anyOf"):
        if all(any(differences(value, kind, schemas)) for kind in kinds):
            yield f"{place}: none of {kinds}"
        return
    if "type" in schema and not TYPES[schema["type"]](value):
        yield f"{place}: expected {schema['type']}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place}: expected one of {schema['enum']}"
    elif isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (f"{place}.{name}: missing" for name in schema.get("required", ()) if name not in value)
        yield from (f"{place}.{name}: unknown" for name in value if known and name not in known)
        for name in {*value} & {*known}:
            yield from differences(value[name], known[name], schemas, f"{place}.{name}")
    elif isinstance(value, list):
        for each in value:
            yield from differences(each, schema.get("items", {}), schemas, f"{place}[]")
