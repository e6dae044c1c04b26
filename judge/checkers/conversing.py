"""The verdict on a conversation of a program and an interactor, by the rules of docs/interactive.md."""

from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.decision import judgement_of_ending
from judge.model.conversations import Conversation
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import counted


class Heard(Struct, frozen=True, kw_only=True):
    """A conversation, the limits of the program, and the interactor's judgement, `word`."""

    conversation: Conversation
    limits: Limits
    word: Judgement

    @property
    def program_failed(self) -> bool:
        run = self.conversation.program
        return run.ending is not Ending.FINISHED or bool(run.exit_code)

    @property
    def interactor_failed(self) -> bool:
        return self.word.verdict is Verdict.JE

    @property
    def is_refused(self) -> bool:
        """True if the interactor gives no points. Partial points count as accepted."""
        return not (self.interactor_failed or self.word.verdict.is_sound or self.word.points)


class Rule(NamedTuple):
    """A rule for the judgement if `fact` is the first true one. `verdicts` are its possible verdicts."""

    fact: str
    verdicts: tuple[Verdict, ...]
    holds: Callable[[Heard], bool]
    judge: Callable[[Heard], Judgement]


def judge_conversation(conversation: Conversation, limits: Limits, word: Judgement) -> Judgement:
    """Return the judgement of the first rule that holds. `limits` are the program's limits."""
    heard = Heard(conversation=conversation, limits=limits, word=word)
    return next(rule for rule in LAW if rule.holds(heard)).judge(heard)


def _is_lost(heard: Heard) -> bool:
    return Ending.LOST in (heard.conversation.program.ending, heard.conversation.interactor.ending)


def _lost(heard: Heard) -> Judgement:
    sides = heard.conversation.program, heard.conversation.interactor
    reason = next(run.detail for run in sides if run.ending is Ending.LOST)
    return Judgement(verdict=Verdict.JE, message=reason)


def _interactor_failed(heard: Heard) -> bool:
    """Return True unless a failed program had ended before, because many interactors then fail on the end."""
    return heard.interactor_failed and (heard.conversation.decided or not heard.program_failed)


def _failure(heard: Heard) -> Judgement:
    if heard.conversation.decided:
        return heard.word
    return replace(heard.word, message=f"{heard.word.message}; the program had ended before")


def _sleep(heard: Heard) -> Judgement:
    message = "the interactor sleeps while the program waits for it"
    return Judgement(verdict=Verdict.JE, message=message, said=heard.word.said)


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


_LIMITS = (Ending.TOO_MUCH_OUTPUT, Ending.OUT_OF_MEMORY, Ending.OUT_OF_TIME, Ending.IDLE)
LAW = (
    Rule("the judge lost one of the two programs", (Verdict.JE,), _is_lost, _lost),
    Rule(
        "the interactor rejected the program because of the conversation alone",
        (Verdict.WA, Verdict.PE),
        lambda heard: heard.conversation.decided and heard.is_refused,
        lambda heard: heard.word,
    ),
    Rule(
        "the interactor failed, and not because a failed program had ended",
        (Verdict.JE,),
        _interactor_failed,
        _failure,
    ),
    Rule(
        "the interactor slept while the program waited for it",
        (Verdict.JE,),
        lambda heard: heard.conversation.waiting == "program",
        _sleep,
    ),
    Rule(
        "the program exceeded a limit",
        (Verdict.OLE, Verdict.MLE, Verdict.TLE, Verdict.ILE),
        lambda heard: heard.conversation.program.ending in _LIMITS,
        _own_fault,
    ),
    Rule("the program crashed", (Verdict.RE,), lambda heard: heard.program_failed, _own_fault),
    Rule("both ended", (Verdict.AC, Verdict.PE, Verdict.WA), lambda heard: True, _word),
)
