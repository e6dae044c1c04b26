"""`judge report`: makes reports from the results that `run --json` wrote."""

from dataclasses import dataclass
from pathlib import Path

from judge.options.declaration import Command, positional
from judge.options.kinds import FILE
from judge.options.reports import Formats, Page, list_run_reports, open_reports
from judge.platform.errors import UsageError, fault_at
from judge.platform.files import RESULTS_BYTES, read
from judge.show.json_reader import parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    results: Path = positional(FILE, "the file that `judge run --json FILE` wrote")
    formats: Formats
    page: Page


def report(arguments: Arguments) -> int:
    """Write the reports as the run itself would have.

    But a page is without inputs and answers, and with the first lines of each difference alone: these results
    do not hold more. The exit code is 2 for marks of an interrupted run, which are not written.
    """
    asked = list(list_run_reports(arguments.formats, arguments.page))
    if not any(one.path for one in asked):
        raise UsageError(f"expected one of {', '.join(one.option for one in asked)}, got none")
    with open_reports(*asked) as write:
        try:
            data, _ = read(arguments.results, RESULTS_BYTES)
        except OSError as error:
            raise fault_at(arguments.results, f"expected results, got: {error.strerror}") from None
        outcome = parse(data, arguments.results)
        write(outcome)
    has_marks = arguments.formats.csv_class or arguments.formats.html_students
    return 2 if outcome.interrupted and has_marks else 0


_EXAMPLES = (("judge report results.json --html page.html", "a page from earlier results"),)
COMMAND = Command(Arguments, report, examples=_EXAMPLES)
