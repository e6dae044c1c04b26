"""A program on a test: in its streams, or in the files of its current folder that the problem names."""

from msgspec.structs import replace

from judge.model.cases import Test
from judge.model.runs import Run
from judge.running.desks import Files
from judge.running.programs import Event, Program
from judge.running.runner import Runner


def run_on(test: Test, program: Program, runner: Runner, *, event: Event | None = None) -> Run:
    """The run, whose stdout is what it wrote where the test asks for it."""
    named = ((test.input_name, test.input),) if test.input_name else ()
    others = (each for each in test.given if each[0] not in (test.input_name, test.output_name))
    files = Files(given=(*named, *others), taken=(test.output_name,) if test.output_name else ())
    stdin = b"" if test.input_name else test.input
    run = runner.run(program, stdin, test.limits, arguments=test.arguments, files=files, event=event)
    return replace(run, stdout=b"".join(run.files)) if test.output_name else run
