"""The checker of this judge: to the byte."""

from judge.checkers.checker import Judgement
from judge.errors import FormatError
from judge.mistakes.bytewise import blank_equal
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.files import same, whole
from judge.subjects.subject import format_of, read_parts, subject_of


def exact(test: Test, output: bytes) -> Judgement:
    """AC if equal to the byte, PE if equal once all white space is taken out, WA otherwise.

    With `any_answer` the program's own answer in the judge's layout is right, if its subject says so.
    Without it such an answer is JE: the case promised one and has more.
    """
    if same(test.right_answer, output):
        return Judgement(verdict=Verdict.AC)
    answer = whole(test.right_answer)
    if blank_equal(output, answer):
        return Judgement(verdict=Verdict.PE, answer=answer)
    own = completion(test, output)
    if own is None or not blank_equal(output, own):
        return Judgement(verdict=Verdict.WA, answer=answer)
    if not test.any_answer:
        message = "the output is another correct completion: the case needs `answer: any`"
        return Judgement(verdict=Verdict.JE, message=message, answer=answer)
    return Judgement(verdict=Verdict.AC) if output == own else Judgement(verdict=Verdict.PE, answer=own)


def completion(test: Test, output: bytes) -> bytes | None:
    """The answers of `output` in the judge's layout if there is a right one to each part asked, else None."""
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
