"""Workers of a watch know the closed places, and rounds follow the requested order."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, wait_until, write_project

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.options.declaration import load_command, parse_words
from judge.options.steps import Request, read_selected
from judge.watch import round as rounds
from judge.watch.round import Round, WatchWorkers
from judge.work.earlier import EarlierResults, Key, key_of
from judge.work.keys import ResultKeys

SECOND = '  - {id: large, input: "20 22", output: "42\\n"}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two programs, the second of which is wrong, on two cases."""
    solutions = {"adds.py": ADDS, "wrong.py": ADDS.replace("sum", "max")}
    return write_project(tmp_path, solutions=solutions, cases={"sum.yaml": A_PLUS_B + SECOND})


def request_for(project: Path, *words: str) -> Request:
    given = ["--jobs", "1", "--root", str(project), *words]
    request: Request = parse_words("run", load_command("run"), given).request()
    return request


def judged(
    request: Request,
    rank: Callable[[Key], int] = lambda key: 0,
    standing: Mapping[Key, Result] | None = None,
) -> tuple[list[Result], Round]:
    """The results of a round as they came, and the round."""
    with WatchWorkers(request) as shared:
        project = request.find_project()
        workers = shared.for_round(project)
        reading = read_selected(project, request)
        round = Round(
            reading,
            ResultKeys(reading.selected.solutions, reading.selected.cases, manner=""),
            standing or {},
            workers.level(),
            request,
        )
        round.begin(workers, rank, lambda: None)
        wait_until(lambda: round.is_complete)
        results = list(round.take_results())
        round.end()
        return results, round


def test_what_ranks_lower_is_judged_first(project: Path) -> None:
    results, _ = judged(request_for(project), lambda key: key[1] != "sum/large")
    assert [result.case for result in results] == ["sum/large", "sum/large", "sum/small", "sum/small"]
    results, _ = judged(request_for(project), lambda key: key[0] != "wrong.py")
    assert [result.solution for result in results] == ["wrong.py"] * 2 + ["adds.py"] * 2


def test_what_stands_is_not_judged_but_is_part_of_the_outcome(project: Path) -> None:
    request = request_for(project)
    results, whole = judged(request)
    standing = {key_of(result): result for result in results if result.case == "sum/small"}
    again, round = judged(request, standing=standing)
    assert {result.case for result in again} == {"sum/large"}
    assert round.judged == {key_of(result) for result in again}
    verdicts = [result.verdict for result in round.make_outcome().results]
    assert verdicts == [result.verdict for result in whole.make_outcome().results]


def test_with_fail_fast_nothing_is_run_behind_a_failure_that_stands(project: Path) -> None:
    request = request_for(project, "--fail-fast")
    results, _ = judged(request)
    failure = next(result for result in results if result.verdict is Verdict.WA)
    again, round = judged(request, standing={key_of(failure): failure})
    assert {result.solution for result in again} == {"adds.py"}
    verdicts = [result.verdict for result in round.make_outcome().results if result.solution == "wrong.py"]
    assert verdicts == [Verdict.WA, Verdict.SK]


def test_a_result_stands_while_all_that_it_hangs_on_does(project: Path) -> None:
    request = request_for(project)
    results, first = judged(request)
    standing = EarlierResults()
    for result in results:
        standing.add(result, first.pairs)

    def stand() -> set[str]:
        found = read_selected(request.find_project(), request).selected
        pairs = ResultKeys(found.solutions, found.cases, manner="")
        return {f"{solution} {case}" for solution, case, _ in standing.that_hold(pairs)}

    everything = stand()
    assert len(everything) == 4
    program, cases = project / "solutions" / "adds.py", project / "cases" / "sum.yaml"
    program.write_text(f"{ADDS}\n")
    assert everything - stand() == {"adds.py sum/small", "adds.py sum/large"}
    program.write_text(ADDS)
    assert stand() == everything
    cases.write_text((A_PLUS_B + SECOND).replace("20 22", "21 21"))
    assert everything - stand() == {"adds.py sum/large", "wrong.py sum/large"}
    for old, new in (("256MiB", "255MiB"), ("10s", "9s"), ("problem: A+B", "compare: tokens")):
        cases.write_text((A_PLUS_B + SECOND).replace(old, new))
        assert stand() == set()
    cases.write_text(A_PLUS_B)
    assert stand() == {"adds.py sum/small", "wrong.py sum/small"}
    cases.write_text(A_PLUS_B + SECOND)
    standing.forget({("adds.py", "sum/small", 1)})
    assert everything - stand() == {"adds.py sum/small"}
    standing.forget()
    assert stand() == set()


def test_what_was_not_decided_never_stands(project: Path) -> None:
    (project / "solutions" / "faulty.py").write_text("# judge: {formt: text}\n")
    results, round = judged(request_for(project))
    standing = EarlierResults()
    for result in results:
        standing.add(result, round.pairs)
    assert {result.verdict for result in results if result.solution == "faulty.py"} == {Verdict.JE}
    assert {solution for solution, *_ in standing.that_hold(round.pairs)} == {"adds.py", "wrong.py"}


def test_workers_are_others_where_something_else_is_closed(project: Path, tmp_path: Path) -> None:
    request = request_for(project)
    with WatchWorkers(request) as shared:
        first = shared.for_round(request.find_project())
        (project / "solutions" / "third.py").write_text(ADDS)
        assert shared.for_round(request.find_project()) is first
        secret = tmp_path / "secret.out"
        secret.write_text("3\n")
        (project / "cases" / "1.out").symlink_to(secret)
        second = shared.for_round(request.find_project())
        assert second is not first
        assert project / "cases" / "1.out" in second.seal.closed.sealed
        (project / "cases").rename(project / "before")
        (project / "cases").mkdir()
        assert shared.for_round(request.find_project()) is not second


def test_workers_shed_what_is_left_of_old_programs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "_ROUNDS", 2)
    request = request_for(project)
    with WatchWorkers(request) as shared:
        opened = [shared.for_round(request.find_project()) for _ in range(4)]
    assert opened[0] is opened[1]
    assert opened[1] is not opened[2]
    assert opened[2] is opened[3]
