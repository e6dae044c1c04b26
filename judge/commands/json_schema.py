"""`judge json-schema`: prints the schema of the `--json` documents."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from msgspec.json import schema

from judge.options.declaration import Command, option
from judge.options.kinds import one_of
from judge.show.fields import Document
from judge.show.findings_report import VerifyDocument
from judge.show.likeness_report import LikenessDocument
from judge.show.search_report import StressDocument
from judge.show.weak_report import WeakDocument
from judge.timing.baselines import build_schema

_SCHEMAS: Mapping[str, Callable[[], object]] = {
    "run": partial(schema, Document),
    "bench": build_schema,
    "stress": partial(schema, StressDocument),
    "weak": partial(schema, WeakDocument),
    "similar": partial(schema, LikenessDocument),
    "verify": partial(schema, VerifyDocument),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    of: str = option("--of", one_of([*_SCHEMAS]), "the command that writes the document", default="run")


def json_schema(arguments: Arguments) -> int:
    """Print the JSON Schema of what a command writes."""
    print(json.dumps(_SCHEMAS[arguments.of](), indent=2, ensure_ascii=False))
    return 0


_EXAMPLES = (("judge json-schema --of bench", "of the benchmark document"),)
COMMAND = Command(Arguments, json_schema, examples=_EXAMPLES)
