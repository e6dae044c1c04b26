"""An output that lies in a file instead of one that a program prints: a run in which nothing was run."""

from judge.errors import InputErrors
from judge.model.cases import Test
from judge.model.programs import Solution
from judge.model.runs import Ending, Run
from judge.platform.files import size_of, whole
from judge.running.endings import lost_run


def load_output(test: Test, solution: Solution) -> Run:
    """What a folder of outputs has for a test; nothing where it has none. Its times are nobody's."""
    output = dict(solution.beside).get(test.case)
    if output is None:
        name = f"{test.case.partition('/')[2]}.out"
        return _run(stderr=f"expected an output in {solution.name}/, such as {name}, got none\n".encode())
    if size_of(output) > test.limits.output_bytes:
        return _run(Ending.TOO_MUCH_OUTPUT)
    try:
        return _run(stdout=whole(output))
    except (InputErrors, OSError) as error:
        return lost_run(str(error))


def _run(ending: Ending = Ending.FINISHED, *, stdout: bytes = b"", stderr: bytes = b"") -> Run:
    return Run(ending=ending, cpu_s=0, wall_s=0, peak_bytes=None, stdout=stdout, stderr=stderr, exit_code=0)
