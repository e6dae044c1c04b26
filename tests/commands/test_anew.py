"""What a watch holds: workers that know what is closed, rounds in the order that is asked for."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, wait_until, write_project

from judge.commands import anew
from judge.commands.anew import Hands, Round
from judge.commands.chosen import project_of
from judge.commands.declared import command_of, parsed
from judge.commands.rounds import Arguments, looked, pairs_of
from judge.results import Result
from judge.verdicts import Verdict
from judge.work.standing import Key, Standing, key_of

SECOND = '  - {id: large, input: "20 22", output: "42\\n"}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two programs, the second of which is wrong, on two cases."""
    solutions = {"adds.py": ADDS, "wrong.py": ADDS.replace("sum", "max")}
    return write_project(tmp_path, solutions=solutions, cases={"sum.yaml": A_PLUS_B + SECOND})


def arguments_of(project: Path, *words: str) -> Arguments:
    given = ["--jobs", "1", "--root", str(project), *words]
    arguments: Arguments = parsed("run", command_of("run"), given)
    return arguments


def judged(
    arguments: Arguments,
    rank: Callable[[Key], int] = lambda key: 0,
    standing: Mapping[Key, Result] | None = None,
) -> tuple[list[Result], Round]:
    """The results of a round as they came, and the round."""
    with Hands(arguments) as hands:
        project = project_of(arguments.folders)
        workers = hands.of(project)
        look = looked(project, arguments)
        round = Round(look, pairs_of(look.found, ""), standing or {}, workers.level(), arguments)
        round.begin(workers, rank, lambda: None)
        wait_until(lambda: round.is_complete)
        results = list(round.taken())
        round.end()
        return results, round


def test_what_ranks_lower_is_judged_first(project: Path) -> None:
    results, _ = judged(arguments_of(project), lambda key: key[1] != "sum/large")
    assert [result.case for result in results] == ["sum/large", "sum/large", "sum/small", "sum/small"]
    results, _ = judged(arguments_of(project), lambda key: key[0] != "wrong.py")
    assert [result.solution for result in results] == ["wrong.py"] * 2 + ["adds.py"] * 2


def test_what_stands_is_not_judged_but_is_part_of_the_outcome(project: Path) -> None:
    arguments = arguments_of(project)
    results, whole = judged(arguments)
    standing = {key_of(result): result for result in results if result.case == "sum/small"}
    again, round = judged(arguments, standing=standing)
    assert {result.case for result in again} == {"sum/large"}
    assert round.judged == {key_of(result) for result in again}
    verdicts = [result.verdict for result in round.outcome().results]
    assert verdicts == [result.verdict for result in whole.outcome().results]


def test_with_fail_fast_nothing_is_run_behind_a_failure_that_stands(project: Path) -> None:
    arguments = arguments_of(project, "--fail-fast")
    results, _ = judged(arguments)
    failure = next(result for result in results if result.verdict is Verdict.WA)
    again, round = judged(arguments, standing={key_of(failure): failure})
    assert {result.solution for result in again} == {"adds.py"}
    verdicts = [result.verdict for result in round.outcome().results if result.solution == "wrong.py"]
    assert verdicts == [Verdict.WA, Verdict.SK]


def test_a_result_stands_while_all_that_it_hangs_on_does(project: Path) -> None:
    arguments = arguments_of(project)
    results, first = judged(arguments)
    standing = Standing()
    for result in results:
        standing.add(result, first.pairs)

    def stand() -> set[str]:
        pairs = pairs_of(looked(project_of(arguments.folders), arguments).found, "")
        return {f"{solution} {case}" for solution, case, _ in standing.among(pairs)}

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
    results, round = judged(arguments_of(project))
    standing = Standing()
    for result in results:
        standing.add(result, round.pairs)
    assert {result.verdict for result in results if result.solution == "faulty.py"} == {Verdict.JE}
    assert {solution for solution, *_ in standing.among(round.pairs)} == {"adds.py", "wrong.py"}


def test_workers_are_others_where_something_else_is_closed(project: Path, tmp_path: Path) -> None:
    arguments = arguments_of(project)
    with Hands(arguments) as hands:
        first = hands.of(project_of(arguments.folders))
        (project / "solutions" / "third.py").write_text(ADDS)
        assert hands.of(project_of(arguments.folders)) is first
        secret = tmp_path / "secret.out"
        secret.write_text("3\n")
        (project / "cases" / "1.out").symlink_to(secret)
        second = hands.of(project_of(arguments.folders))
        assert second is not first
        assert project / "cases" / "1.out" in second.seal.closed.sealed
        (project / "cases").rename(project / "before")
        (project / "cases").mkdir()
        assert hands.of(project_of(arguments.folders)) is not second


def test_workers_shed_what_is_left_of_old_programs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anew, "_ROUNDS", 2)
    arguments = arguments_of(project)
    with Hands(arguments) as hands:
        opened = [hands.of(project_of(arguments.folders)) for _ in range(4)]
    assert opened[0] is opened[1]
    assert opened[1] is not opened[2]
    assert opened[2] is opened[3]
