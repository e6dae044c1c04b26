"""A program and the interactor of its problem: how they come together, and what is to be said of it."""

from msgspec.structs import replace

from judge.checkers.brought import judgement_of, limits_of, points_of
from judge.checkers.checker import Judgement
from judge.checkers.conversing import judged
from judge.checkers.interactors import INTERACTORS
from judge.model.cases import Test
from judge.model.conversations import Conversation
from judge.model.programs import CheckerProgram
from judge.model.runs import Run
from judge.platform.files import Content
from judge.running.conversations import of_one_who_answers
from judge.running.desks import Files
from judge.running.programs import Event, Part, Program
from judge.running.runner import Runner
from judge.running.sandbox.wire import FIRST_FILE


def run_interactive(
    program: Program,
    interactor: CheckerProgram,
    made: Program,
    test: Test,
    runner: Runner,
    *,
    left: tuple[tuple[str, bytes], ...] = (),
    event: Event | None = None,
) -> tuple[Conversation, Judgement]:
    """What the program and the interactor, made into `made`, said, and the verdict on the program.

    `left` are the files that the interactor made in the pass before. The `event` is counted of the program.
    """
    manner, limits = INTERACTORS[interactor.protocol], limits_of(test.limits)
    given: tuple[tuple[str, Content], ...] = (
        (manner.input, test.input),
        (manner.answer, test.answer or b""),
    )
    conversation = runner.converse(
        Part(
            program=program,
            limits=test.limits,
            arguments=(*(_paths_of_pipes(test) if manner.ends else ()), *test.arguments),
            files=Files(given=test.given),
            opens=bool(manner.ends),
            event=event,
        ),
        Part(
            program=made,
            limits=limits,
            arguments=(*manner.words, *interactor.arguments),
            files=Files(given=given, taken=manner.taken, drawer=manner.drawer, left=left),
            ends=manner.ends,
        ),
        accepting=manner.accepts,
    )
    limits = of_one_who_answers(limits, conversation.heard_bytes)
    word = judgement_of(interactor, conversation.interactor, limits, points=points_of(test), read=manner.read)
    return conversation, judged(conversation, test.limits, word)


def _paths_of_pipes(test: Test) -> tuple[str, str]:
    """Return the paths of the two pipes that a solution may open; their descriptors follow its files."""
    first = FIRST_FILE + len(test.given)
    return f"/proc/self/fd/{first}", f"/proc/self/fd/{first + 1}"


def make_log_run(conversation: Conversation) -> Run:
    """What a checker is to judge after the interactor: the program's run, with the interactor's log."""
    return replace(conversation.program, stdout=conversation.interactor.files[0])
