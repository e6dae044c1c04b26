"""Runs of a program on a test: alone, with an interactor, or read from a folder of outputs."""

from msgspec.structs import replace

from judge.checkers.brought import judgement_of, limits_of, points_of
from judge.checkers.checker import Judgement
from judge.checkers.conversing import judge_conversation
from judge.checkers.interactors import INTERACTORS
from judge.model.cases import Test
from judge.model.conversations import Conversation
from judge.model.programs import CheckerProgram, Solution
from judge.model.runs import Ending, Run
from judge.platform.errors import InputErrors
from judge.platform.files import Content, size_of, whole
from judge.running.conversations import of_one_who_answers
from judge.running.endings import lost_run
from judge.running.named_files import Files
from judge.running.programs import Event, Part, Program
from judge.running.runner import Runner
from judge.running.sandbox.wire import FIRST_FILE
from judge.subjects.signatures.signature import UNANSWERED
from judge.subjects.subject import entry_of


def run_on(test: Test, program: Program, runner: Runner, *, event: Event | None = None) -> Run:
    """Run a program on a test. The stdout of the run is the test's output file if it names one."""
    case = test.case
    named = ((case.input_name, test.input),) if case.input_name else ()
    others = (each for each in case.given if each[0] not in (case.input_name, case.output_name))
    files = Files(given=(*named, *others), taken=(case.output_name,) if case.output_name else ())
    stdin = b"" if case.input_name else test.input
    run = runner.run(program, stdin, test.limits, arguments=case.arguments, files=files, event=event)
    return replace(run, stdout=b"".join(run.files)) if case.output_name else without_mark(run, test)


def without_mark(run: Run, test: Test) -> Run:
    """Return a run without output if it only has the mark of a driver that printed no answer."""
    return replace(run, stdout=b"") if run.stdout == UNANSWERED and entry_of(test.format) else run


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
    """Run a program with the interactor of its problem. Return the conversation and the program's verdict.

    `made` is the built interactor, `left` are the files it left in the previous pass. The `event` is counted
    for the program.
    """
    manner, limits = INTERACTORS[interactor.protocol], limits_of(test.limits)
    given: tuple[tuple[str, Content], ...]
    given = (manner.input, test.input), (manner.answer, test.answer or b"")
    conversation = runner.converse(
        Part(
            program=program,
            limits=test.limits,
            arguments=(*(_paths_of_pipes(test) if manner.ends else ()), *test.case.arguments),
            files=Files(given=test.case.given),
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
    return conversation, judge_conversation(conversation, test.limits, word)


def _paths_of_pipes(test: Test) -> tuple[str, str]:
    """Return the paths of the two pipes that a solution may open; their descriptors follow its files."""
    first = FIRST_FILE + len(test.case.given)
    return f"/proc/self/fd/{first}", f"/proc/self/fd/{first + 1}"


def make_log_run(conversation: Conversation) -> Run:
    """Return the run that a checker judges after the interactor: the program's, with the interactor's log."""
    return replace(conversation.program, stdout=conversation.interactor.files[0])


def load_output(test: Test, solution: Solution) -> Run:
    """Return a run with the output that a folder has for a test. Nothing was run, so it has no times."""
    output = dict(solution.beside).get(test.case.id)
    if output is None:
        name = f"{test.case.id.partition('/')[2]}.out"
        return make_run(stderr=f"expected an output in {solution.name}/, such as {name}, got none\n".encode())
    if size_of(output) > test.limits.output_bytes:
        return make_run(Ending.TOO_MUCH_OUTPUT)
    try:
        return make_run(stdout=whole(output))
    except (InputErrors, OSError) as error:
        return lost_run(str(error))


def make_run(ending: Ending = Ending.FINISHED, *, stdout: bytes = b"", stderr: bytes = b"") -> Run:
    return Run(ending=ending, cpu_s=0, wall_s=0, peak_bytes=None, stdout=stdout, stderr=stderr, exit_code=0)
