"""The verdict on a conversation of a program and an interactor, by the rules of docs/interactive.md."""

from collections.abc import Callable
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.decision import judgement_of_ending
from judge.errors import counted
from judge.model.conversations import Conversation
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict


class Heard(Struct, frozen=True, kw_only=True):
    """A conversation, the limits of the program, and the interactor's judgement, `word`."""

    conversation: Conversation
    limits: Limits
    word: Judgement

    @property
    def program_failed(self) -> bool:
        return not _ended_well(self.conversation.program)

    @property
    def interactor_failed(self) -> bool:
        return self.word.verdict is Verdict.JE

    @property
    def is_refused(self) -> bool:
        """True if the interactor gives no points. Partial points count as accepted."""
        return not (self.interactor_failed or self.word.verdict.is_sound or self.word.points)


class Rule(Struct, frozen=True, kw_only=True):
    """A rule for the judgement if `fact` is the first true one. `verdicts` are its possible verdicts."""

    fact: str
    verdicts: tuple[Verdict, ...]
    holds: Callable[[Heard], bool]
    judge: Callable[[Heard], Judgement]


def judge_conversation(conversation: Conversation, limits: Limits, word: Judgement) -> Judgement:
    """Return the judgement of the first rule that holds. `limits` are the program's limits."""
    heard = Heard(conversation=conversation, limits=limits, word=word)
    return next(rule for rule in LAW if rule.holds(heard)).judge(heard)


def _ended_well(run: Run) -> bool:
    return run.ending is Ending.FINISHED and not run.exit_code


def _is_lost(heard: Heard) -> bool:
    return Ending.LOST in (heard.conversation.program.ending, heard.conversation.interactor.ending)


def _lost(heard: Heard) -> Judgement:
    sides = heard.conversation.program, heard.conversation.interactor
    return Judgement(
        verdict=Verdict.JE, message=next(run.detail for run in sides if run.ending is Ending.LOST)
    )


def _interactor_failed(heard: Heard) -> bool:
    """Return True unless a failed program had ended before, because many interactors then fail on the end."""
    return heard.interactor_failed and (heard.conversation.decided or not heard.program_failed)


def _failure(heard: Heard) -> Judgement:
    if heard.conversation.decided:
        return heard.word
    return replace(heard.word, message=f"{heard.word.message}; the program had ended before")


def _interactor_slept(heard: Heard) -> bool:
    return heard.conversation.waiting == "program"


def _sleep(heard: Heard) -> Judgement:
    message = "the interactor sleeps while the program waits for it"
    return Judgement(verdict=Verdict.JE, message=message, said=heard.word.said)


def _met_a_limit(heard: Heard) -> bool:
    return heard.conversation.program.ending in _LIMITS


_LIMITS = (Ending.TOO_MUCH_OUTPUT, Ending.OUT_OF_MEMORY, Ending.OUT_OF_TIME, Ending.IDLE)


def _own_fault(heard: Heard) -> Judgement:
    run = heard.conversation.program
    judgement = judgement_of_ending(run, heard.limits)
    said = b"" if heard.interactor_failed else heard.word.said
    message = idleness(heard.conversation) if run.ending is Ending.IDLE else ""
    return replace(judgement, message=message or judgement.message, said=said)


def idleness(conversation: Conversation) -> str:
    """Return what a program was doing when it hit its wall limit; "" if unknown."""
    match conversation:
        case Conversation(late_bytes=late) if late and not _had_flushed(conversation):
            return f"waits for input after printing {_kept(conversation)} without a flush"
        case Conversation(first="interactor"):
            return "does not end after the last word of the interactor"
        case Conversation(unread_bytes=unread) if unread:
            return f"does not read what the interactor said ({counted(unread, 'byte')})"
        case Conversation(waiting="both"):
            return "waits for input; the interactor waits too"
        case Conversation(waiting="interactor"):
            return "sleeps while the interactor waits for it"
    return ""


def _kept(conversation: Conversation) -> str:
    """Return the size of the unflushed output. Only its first line is certain to have been waiting."""
    said = next((turn.said for turn in conversation.turns if turn.late), b"")
    line = said.find(b"\n") + 1 or conversation.late_bytes
    more = "at least " if line < conversation.late_bytes else ""
    return more + counted(line, "byte")


def _had_flushed(conversation: Conversation) -> bool:
    """Return True if the program spoke last before its input was closed, and then printed without end."""
    before = takewhile(lambda turn: not turn.late, conversation.turns)
    spoke_last = [False, *(turn.by_program for turn in before)][-1]
    return spoke_last and conversation.program.exit_code is None


def _word(heard: Heard) -> Judgement:
    if heard.conversation.decided or not heard.is_refused:
        return heard.word
    message = "ended while the interactor waited for more"
    return replace(heard.word, message=heard.word.message or message)


LAW = (
    Rule(
        fact="the judge lost one of the two programs",
        verdicts=(Verdict.JE,),
        holds=_is_lost,
        judge=_lost,
    ),
    Rule(
        fact="the interactor rejected the program because of the conversation alone",
        verdicts=(Verdict.WA, Verdict.PE),
        holds=lambda heard: heard.conversation.decided and heard.is_refused,
        judge=lambda heard: heard.word,
    ),
    Rule(
        fact="the interactor failed, and not because a failed program had ended",
        verdicts=(Verdict.JE,),
        holds=_interactor_failed,
        judge=_failure,
    ),
    Rule(
        fact="the interactor slept while the program waited for it",
        verdicts=(Verdict.JE,),
        holds=_interactor_slept,
        judge=_sleep,
    ),
    Rule(
        fact="the program exceeded a limit",
        verdicts=(Verdict.OLE, Verdict.MLE, Verdict.TLE, Verdict.ILE),
        holds=_met_a_limit,
        judge=_own_fault,
    ),
    Rule(
        fact="the program crashed",
        verdicts=(Verdict.RE,),
        holds=lambda heard: heard.program_failed,
        judge=_own_fault,
    ),
    Rule(
        fact="both ended",
        verdicts=(Verdict.AC, Verdict.PE, Verdict.WA),
        holds=lambda heard: True,
        judge=_word,
    ),
)
