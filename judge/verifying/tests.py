"""The stored tests: their answers, and tests that are there twice."""

from judge.cases.ignored import find_unanswered
from judge.model.cases import Case
from judge.model.findings import Finding, Flaw
from judge.model.groups import group_by
from judge.platform.errors import InputErrors, counted
from judge.platform.files import digest, size_of
from judge.verifying.problem import Problem, conclude, list_flaws, skip
from judge.verifying.stored import ask_tools, list_answer_questions


def check_answers(problem: Problem) -> Finding:
    """Ask the checker and the validators of answers about each one, and report the tests without one."""
    missing = list_flaws(find_unanswered(problem.cases))
    answered = [case for case in problem.cases if case.answer is not None]
    asked = [*list_answer_questions(problem.cases, problem.answer_validators)]
    if not asked:
        if problem.cases[0].interactor or not answered:
            why = "an interactor decides" if problem.cases[0].interactor else "the problem has no answers"
            return skip(why)
        return conclude(f"{counted(len(answered), 'answer')}, compared by a rule", missing)
    opinion = ask_tools(asked, problem.executor, problem.seal, problem.progress)
    doubted = ["the checker takes no answer for an output"] if opinion.doubted else []
    words = "; ".join((*opinion.accepted, *doubted))
    return conclude(words, [*missing, *list_flaws(opinion.answers)])


def check_repeated(problem: Problem) -> Finding:
    """Report tests of the same group with the same input and answer."""
    groups = group_by(problem.cases, lambda case: (case.id.rpartition("/")[0], size_of(case.input)))
    flaws: list[Flaw] = []
    for own in groups.values():
        seen: dict[tuple[object, ...], str] = {}
        for case in own if len(own) > 1 else ():
            first = seen.setdefault(_identify(case), case.id)
            if first != case.id:
                message = f"expected each test once, got {first} again"
                flaws.append(Flaw(path=case.path, line=case.line, message=message))
    return conclude(f"{counted(len(problem.cases), 'test')}, each once", flaws)


def _identify(case: Case) -> tuple[object, ...]:
    """Return a value that equal tests share. Raises InputErrors for a file that cannot be read."""
    try:
        answer = "" if case.answer is None else digest(case.answer)
        given = tuple((name, digest(stored)) for name, stored in case.given)
        return digest(case.input), answer, case.arguments, given
    except OSError as error:
        raise InputErrors(()) from error
