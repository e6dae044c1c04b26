"""The law of conversations: its order on every set of facts, and its table in the docs."""

import itertools
import re
from contextlib import suppress

import pytest
from documents import INTERACTIVE
from helpers import make_limits, make_run
from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.conversing import LAW, idleness, judge_conversation
from judge.checkers.interactors import INTERACTORS
from judge.model.conversations import Conversation, Turn
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict

LIMITS = make_limits()
FINE, CRASHED = make_run(), make_run(exit_code=1)
STOPPED = make_run(ending=Ending.SIGNALLED, exit_code=None, signal=9)
IDLE = make_run(ending=Ending.IDLE, exit_code=None, signal=9)
ENDS = make_run(ending=Ending.IDLE, exit_code=1)
LOST = make_run(ending=Ending.LOST, exit_code=None, detail="the keeper was killed")

ACCEPTS = Judgement(verdict=Verdict.AC, said=b"ok")
PARTLY = Judgement(verdict=Verdict.WA, message="3 of 10 points", points=3)
REFUSES = Judgement(verdict=Verdict.WA, said=b"wrong answer")
NOTHING = Judgement(verdict=Verdict.WA, points=0)
FORM = Judgement(verdict=Verdict.PE)
FAILS = Judgement(verdict=Verdict.JE, message="judge.py: got a crash", said=b"Traceback")


def talk(program: Run, **facts: object) -> Conversation:
    interactor = facts.pop("interactor", FINE)
    return Conversation(program=program, interactor=interactor, **facts)


def turn(*, by_program: bool = True, late: bool = False) -> Turn:
    return Turn(by_program=by_program, at_s=0.5, said=b"1\n", late=late)


@pytest.mark.parametrize(
    ("conversation", "word", "verdict", "message"),
    [
        pytest.param(talk(LOST), REFUSES, Verdict.JE, "the keeper was killed", id="the judge failed"),
        pytest.param(talk(FINE, interactor=LOST), FAILS, Verdict.JE, "the keeper was killed", id="half"),
        pytest.param(talk(CRASHED), REFUSES, Verdict.WA, "", id="answers wrong and crashes"),
        pytest.param(talk(STOPPED), FORM, Verdict.PE, "", id="prints nonsense, and is stopped"),
        pytest.param(talk(IDLE, first="interactor"), REFUSES, Verdict.WA, "", id="asks for ever after that"),
        pytest.param(talk(CRASHED), NOTHING, Verdict.WA, "", id="no points, and crashes"),
        pytest.param(talk(STOPPED), FAILS, Verdict.JE, "judge.py: got a crash", id="the interactor crashes"),
        pytest.param(talk(CRASHED), FAILS, Verdict.JE, "judge.py: got a crash", id="of itself, with a crash"),
        pytest.param(
            talk(CRASHED, decided=False),
            FAILS,
            Verdict.RE,
            "exit code 1",
            id="the interactor falls over the end",
        ),
        pytest.param(
            talk(FINE, decided=False),
            FAILS,
            Verdict.JE,
            "judge.py: got a crash; the program had ended before",
            id="the interactor falls over the end of a program that ended well",
        ),
        pytest.param(
            talk(IDLE, waiting="program", decided=False),
            REFUSES,
            Verdict.JE,
            "the interactor sleeps while the program waits for it",
            id="the interactor sleeps",
        ),
        pytest.param(
            talk(IDLE, waiting="both", decided=False),
            FAILS,
            Verdict.ILE,
            "waits for input; the interactor waits too",
            id="both wait",
        ),
        pytest.param(talk(CRASHED), ACCEPTS, Verdict.RE, "exit code 1", id="crashes when it is accepted"),
        pytest.param(talk(CRASHED), PARTLY, Verdict.RE, "exit code 1", id="crashes for some points"),
        pytest.param(talk(CRASHED, decided=False), REFUSES, Verdict.RE, "exit code 1", id="crashes"),
        pytest.param(
            talk(FINE, decided=False),
            REFUSES,
            Verdict.WA,
            "ended while the interactor waited for more",
            id="ends early",
        ),
        pytest.param(talk(FINE, decided=False), ACCEPTS, Verdict.AC, "", id="the end is the last word"),
        pytest.param(talk(FINE), ACCEPTS, Verdict.AC, "", id="accepted"),
        pytest.param(talk(FINE), PARTLY, Verdict.WA, "3 of 10 points", id="some points"),
    ],
)
def test_the_first_fact_decides(
    conversation: Conversation, word: Judgement, verdict: Verdict, message: str
) -> None:
    judgement = judge_conversation(conversation, LIMITS, word)
    assert (judgement.verdict, judgement.message) == (verdict, message)


ENDINGS = [
    make_run(ending=ending, exit_code=code, detail="why")
    for ending in Ending
    for code in ((0, 1) if ending is Ending.FINISHED else (None,))
]
WORDS = [ACCEPTS, PARTLY, REFUSES, NOTHING, FORM, FAILS]
FACTS = [
    (talk(program, interactor=interactor, decided=decided, waiting=waiting), word)
    for program, interactor, decided, waiting, word in itertools.product(
        ENDINGS, (FINE, LOST), (False, True), ("", "program", "interactor", "both"), WORDS
    )
]


def test_the_verdict_is_one_that_the_law_has_for_the_fact() -> None:
    seen = set()
    for conversation, word in FACTS:
        judgement = judge_conversation(conversation, LIMITS, word)
        possible = [rule for rule in LAW if judgement.verdict in rule.verdicts]
        assert possible, (conversation, word)
        seen |= {(rule.fact, judgement.verdict) for rule in possible}
    assert seen == {
        (rule.fact, verdict) for rule in LAW for verdict in rule.verdicts if verdict is not Verdict.NA
    }


def test_what_an_interactor_decided_hangs_on_nothing_that_the_program_did() -> None:
    for conversation, word in FACTS:
        if not conversation.decided or Ending.LOST in (
            conversation.program.ending,
            conversation.interactor.ending,
        ):
            continue
        if word in (REFUSES, NOTHING, FORM, FAILS):
            assert judge_conversation(conversation, LIMITS, word) is word


def test_nobody_is_accepted_who_did_not_end_well() -> None:
    for conversation, word in FACTS:
        if judge_conversation(conversation, LIMITS, word).verdict is Verdict.AC:
            assert (conversation.program.ending, conversation.program.exit_code) == (Ending.FINISHED, 0)
            assert word is ACCEPTS


def test_the_words_of_an_interactor_that_fell_over_the_end_are_not_shown() -> None:
    assert judge_conversation(talk(CRASHED, decided=False), LIMITS, FAILS).said == b""
    assert judge_conversation(talk(CRASHED, decided=False), LIMITS, REFUSES).said == b"wrong answer"
    assert judge_conversation(talk(CRASHED), LIMITS, FAILS).said == b"Traceback"


@pytest.mark.parametrize(
    ("conversation", "sentence"),
    [
        (
            talk(ENDS, waiting="both", late_bytes=12),
            "waits for input after printing 12 bytes without a flush",
        ),
        (talk(ENDS, waiting="both", late_bytes=1), "waits for input after printing 1 byte without a flush"),
        (
            talk(IDLE, waiting="both", late_bytes=9999, turns=(turn(by_program=False), turn(late=True))),
            "waits for input after printing at least 2 bytes without a flush",
        ),
        (
            talk(ENDS, waiting="both", late_bytes=9999, turns=(turn(), turn(late=True))),
            "waits for input after printing at least 2 bytes without a flush",
        ),
        (
            talk(
                IDLE, waiting="both", late_bytes=9999, turns=(turn(), turn(late=True), turn(by_program=False))
            ),
            "waits for input; the interactor waits too",
        ),
        (talk(IDLE, first="interactor"), "does not end after the last word of the interactor"),
        (
            talk(IDLE, waiting="interactor", unread_bytes=12),
            "does not read what the interactor said (12 bytes)",
        ),
        (talk(IDLE, waiting="both"), "waits for input; the interactor waits too"),
        (talk(IDLE, waiting="interactor"), "sleeps while the interactor waits for it"),
    ],
)
def test_what_an_idle_program_does_is_named_as_on_the_page(conversation: Conversation, sentence: str) -> None:
    assert idleness(conversation) == sentence
    conversation = replace(conversation, decided=False)
    assert judge_conversation(conversation, LIMITS, FAILS).message == sentence
    assert f"| {re.sub('(at least )?[0-9]+ bytes? ', '12 bytes ', sentence)} |" in INTERACTIVE.read_text()


def test_an_idle_program_of_which_no_more_is_known_has_its_time_told() -> None:
    judgement = judge_conversation(talk(IDLE, decided=False), LIMITS, REFUSES)
    assert judgement.message.endswith("wall limit 3 s")


def test_the_page_has_the_law_in_its_order() -> None:
    rows = [
        line.strip("| ").split(" | ") for line in INTERACTIVE.read_text().splitlines() if line.startswith("|")
    ]
    law = [[rule.fact, ", ".join(verdict.name for verdict in rule.verdicts)] for rule in LAW]
    at = rows.index(["fact", "verdict"]) + 2
    assert rows[at : at + len(law)] == law
    assert rows[at + len(law)] == ["message", "observation"]


@pytest.mark.parametrize("protocol", INTERACTORS)
def test_an_exit_code_accepts_where_its_protocol_reads_it_so(protocol: str) -> None:
    """The keeper goes by the codes alone: it does not wait for a program whose interactor has refused it."""
    manner = INTERACTORS[protocol]
    run = make_run(stdout=b"1\n", stderr=b"points 1")
    accepted = set()
    for code in range(256):
        with suppress(ValueError):
            if manner.read(replace(run, exit_code=code), 1.0).verdict is Verdict.AC:
                accepted.add(code)
    assert accepted == manner.accepts
