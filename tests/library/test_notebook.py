"""The judge in a notebook, where an event loop runs already."""

import pytest

CELLS = (
    "from judge import Judge, Submission, Test\n"
    "tests = [Test('1 2', '3')]\n"
    "judge = Judge(jobs=1)\n"
    "print(judge.judge('print(3)', tests=tests).verdict.name)",
    "import asyncio\n"
    "waiting = [judge.ajudge(f'print({number})', tests=tests) for number in range(4)]\n"
    "print([report.verdict.name for report in await asyncio.gather(*waiting)])",
    "print(sum(report.passed for report in judge.map(Submission('print(3)', tests) for _ in range(4))))",
    "slow = judge.ajudge('while True: pass', tests=tests, time_s=60)\n"
    "try:\n    await asyncio.wait_for(slow, 0.3)\n"
    "except asyncio.TimeoutError:\n    print('cancelled')\n"
    "judge.close()",
)


@pytest.mark.slow
def test_a_notebook_judges_in_its_event_loop() -> None:
    client, format = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = format.v4.new_notebook(cells=[format.v4.new_code_cell(cell) for cell in CELLS])
    client.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = ["".join(output["text"] for output in cell.outputs).strip() for cell in notebook.cells]
    assert shown == ["AC", "['WA', 'WA', 'WA', 'AC']", "4", "cancelled"]
