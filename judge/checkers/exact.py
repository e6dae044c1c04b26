"""This judge's own checker, which compares byte by byte."""

from judge.checkers.checker import Judgement
from judge.mistakes.bytewise import blank_equal
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.errors import FormatError
from judge.platform.files import same, whole
from judge.subjects.subject import format_of, read_parts, subject_of


def exact(test: Test, output: bytes) -> Judgement:
    """Return AC if all bytes are equal, PE if they are equal without white space, WA otherwise.

    With `any_answer` another right answer in the judge's layout is also accepted. Without it such an answer
    means JE, because the case promised a unique answer.
    """
    if same(test.right_answer, output):
        return Judgement(verdict=Verdict.AC)
    answer = whole(test.right_answer)
    if blank_equal(output, answer):
        return Judgement(verdict=Verdict.PE, answer=answer)
    own = completion(test, output)
    if own is None or not blank_equal(output, own):
        return Judgement(verdict=Verdict.WA, answer=answer)
    if not test.case.any_answer:
        message = "the output is another correct completion: the case needs `answer: any`"
        return Judgement(verdict=Verdict.JE, message=message, answer=answer)
    return Judgement(verdict=Verdict.AC) if output == own else Judgement(verdict=Verdict.PE, answer=own)


def completion(test: Test, output: bytes) -> bytes | None:
    """Return the answers of `output` in the judge's layout if every part is answered correctly, else None."""
    format = format_of(test.format)
    try:
        answers = format.decode_output(output)
    except FormatError:
        return None
    asked, subject = read_parts(test), subject_of(test.format)
    if not subject or not answers or len(answers) != len(asked):
        return None
    if any(map(subject.find_flaw, asked, answers)):
        return None
    return format.encode_output(answers)
