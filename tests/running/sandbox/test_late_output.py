"""How long a program may go on after its input was closed."""

import pytest

from judge.running.sandbox.late_output import LATE_CPU_S, LateOutput


class Process:
    """What a side knows about its process."""

    def __init__(self, cpu_s: float, *, sleeps: bool) -> None:
        self._cpu_s, self._sleeps = cpu_s, sleeps

    def cpu_s(self) -> float:
        return self._cpu_s

    def sleeps_on(self) -> bool:
        return self._sleeps


@pytest.mark.parametrize(
    ("cpu_s", "sleeps", "is_over"),
    [
        pytest.param(0, False, False, id="it waits for a processor"),
        pytest.param(LATE_CPU_S / 2, False, False, id="it works"),
        pytest.param(0, True, True, id="it sleeps"),
        pytest.param(LATE_CPU_S, False, True, id="it spins"),
    ],
)
def test_a_program_may_go_on_until_it_sleeps_or_spins(cpu_s: float, sleeps: bool, is_over: bool) -> None:
    program = Process(cpu_s, sleeps=sleeps)
    assert LateOutput().is_over(program) is is_over  # type: ignore[arg-type]
