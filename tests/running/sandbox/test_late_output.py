"""A program whose input was closed goes on until it sleeps, spins or is stuck."""

import pytest
from msgspec import Struct

from judge.running.sandbox import late_output
from judge.running.sandbox.late_output import LATE_CPU_S, LATE_WALL_S, LateOutput


class Process(Struct):
    """The clock and the state of a process, as a side reads them."""

    spent_s: float
    state: str

    def cpu_s(self) -> float:
        return self.spent_s

    def sleeps_on(self) -> bool:
        return self.state == "S"

    def is_ready(self) -> bool:
        return self.state == "R"


@pytest.mark.parametrize(
    ("passed_s", "spent_s", "state", "is_over"),
    [
        pytest.param(10 * LATE_WALL_S, 0, "R", False, id="it waits for a processor"),
        pytest.param(0, LATE_CPU_S / 2, "R", False, id="it works"),
        pytest.param(0, LATE_CPU_S, "R", True, id="it spins"),
        pytest.param(0, 0, "S", True, id="it sleeps"),
        pytest.param(LATE_WALL_S / 2, 0, "D", False, id="it waits for a disk"),
        pytest.param(LATE_WALL_S, 0, "D", True, id="it is stuck"),
    ],
)
def test_a_program_may_go_on_until_it_sleeps_spins_or_is_stuck(
    monkeypatch: pytest.MonkeyPatch, passed_s: float, spent_s: float, state: str, is_over: bool
) -> None:
    late = LateOutput()
    late._until_s = LATE_WALL_S
    monkeypatch.setattr(late_output, "monotonic", lambda: passed_s)
    assert late.is_over(Process(spent_s, state)) is is_over  # type: ignore[arg-type]
