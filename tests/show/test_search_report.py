"""The finds of a search as JSON: legible bytes, and the machine and settings of the search."""

import json
from pathlib import Path
from typing import Any

from fields import rows
from helpers import REPOSITORY, make_find
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import schema
from msgspec.structs import replace

from judge import __version__
from judge.model.conversations import Turn
from judge.model.verdicts import Verdict
from judge.platform.files import stored
from judge.show.search_report import StressDocument, render_search
from judge.stress.finds import Find, Work, folder_name
from judge.timing.baselines import describe_machine

MACHINE = describe_machine(manner="sandbox default, Python forked warm")


def read(*finds: Find, **rest: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "places": {
            folder_name(find): Path(".judge/found/sum-adds.py-WA-1") for find in finds if not find.work
        },
        "command": "judge stress --seed 7",
        "seed": 7,
        "cases": 1200,
        "spent_s": 2.5,
        "interrupted": False,
        "machine": MACHINE,
    }
    found: dict[str, Any] = json.loads(render_search(finds, **{**arguments, **rest}))
    return found


# The document's entry for the find that `make_find` makes.
FIRST = {
    "problem": "sum",
    "solution": "adds.py",
    "verdict": "WA",
    "verdicts": ["WA"],
    "message": "the sum",
    "reference": "right.py",
    "agree": 3,
    "asked": 4,
    "generator": "pairs.py",
    "number": 5,
    "seed": 77,
    "size": 1,
    "tries": 12,
    "work": None,
    "unit": "",
    "command": "judge stress adds.py --seed 1",
    "judge": __version__,
    "folder": ".judge/found/sum-adds.py-WA-1",
    "input": "1 2\n",
    "input_bytes": 4,
    "drawn_bytes": 8,
    "answer": "3\n",
    "output": "4\n",
    "stderr": "said",
    "conversation": [],
}


def test_a_document_says_what_was_found_and_how_to_find_it_again() -> None:
    hardest = make_find(solution="slow.py", work=Work(amount=2.0, unit="placements"), answer=None)
    found = read(make_find(), hardest, climb=[(1, 0.5, Work(amount=1.0, unit="placements"))])
    first, second = found.pop("finds")
    machine = found.pop("machine")
    assert machine["manner"] == MACHINE.manner
    assert found == {
        "version": 1,
        "judge": __version__,
        "command": "judge stress --seed 7",
        "seed": 7,
        "cases": 1200,
        "spent_s": 2.5,
        "interrupted": False,
        "climb": [{"number": 1, "spent_s": 0.5, "work": 1.0}],
    }
    assert first == FIRST
    assert (second["work"], second["unit"], second["answer"], second["folder"]) == (
        2.0,
        "placements",
        None,
        "",
    )


def test_a_search_that_found_nothing_is_a_document_too() -> None:
    found = read(cases=0, interrupted=True)
    assert (found["finds"], found["climb"], found["interrupted"]) == ([], [], True)


@given(st.binary(), st.binary(), st.text(), st.sampled_from([*Verdict]))
def test_whatever_was_found_the_document_is_json_and_commands_no_terminal(
    input: bytes, output: bytes, solution: str, verdict: Verdict
) -> None:
    find = make_find(input=input, output=output, solution=solution, verdicts=(verdict,), command="\udcff\x1b")
    (found,) = read(find, places={folder_name(find): Path("\udcff\x1b")})["finds"]
    assert (found["input_bytes"], found["verdict"]) == (len(input), verdict.name)
    texts = "".join(text for text in found.values() if isinstance(text, str))
    assert texts.replace("\n", "").replace("\t", "").isprintable()


def test_of_what_is_long_there_is_the_head(tmp_path: Path) -> None:
    (tmp_path / "input").write_bytes(b"7" * 100_000)
    (found,) = read(make_find(input=stored(tmp_path / "input"), output=b"\xc3\xa9" * 5000))["finds"]
    assert (found["input"], found["input_bytes"]) == ("7" * 4096, 100_000)
    assert found["output"] == "é" * 2048


def test_the_schema_and_the_page_know_every_field() -> None:
    find = make_find()
    turn = Turn(by_program=True, at_s=0.5, said=b"2\n")
    find = replace(find, result=replace(find.result, turns=(turn,)))
    found = read(find, climb=[(1, 0.5, Work(amount=1.0, unit="placements"))])
    definitions = schema(StressDocument)["$defs"]
    page = (REPOSITORY / "docs" / "json.md").read_text()
    assert definitions.pop("Machine")["properties"].keys() == found["machine"].keys()
    for name, entry in (
        ("StressDocument", found),
        ("FoundCase", found["finds"][0]),
        ("ClimbStep", found["climb"][0]),
        ("Spoken", found["finds"][0]["conversation"][0]),
    ):
        definition = definitions.pop(name)
        assert definition["properties"].keys() == entry.keys()
        head, fields = f"## {name}\n\n{definition['description']}\n\n", "\n".join(rows(definition))
        assert f"{head}| field | type | meaning |\n|---|---|---|\n{fields}\n" in page
    assert not definitions
