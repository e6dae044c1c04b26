"""Training data of verl and of NeMo Gym: `inputs` and `outputs` at different places of a record.

Sources: https://github.com/volcengine/verl, `verl/utils/reward_score/prime_code`, where the tests are the
ground truth of `reward_model`; https://github.com/NVIDIA-NeMo/Gym, `resources_servers/code_gen`, where they
are in `verifier_metadata`.
"""

from typing import Any

from msgspec import Struct, field

from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import Streams, make_streams
from judge.packages.datasets.problem import DECIMALS, VALUES, Problem
from judge.packages.datasets.records import Record, decode_json
from judge.platform.errors import FormatError


class _Streams(Streams):
    assert_case: list[Any] | None = None


class _Reward(Struct):
    ground_truth: str | _Streams


class _Extra(Struct):
    index: int | str | None = None


class _Metadata(Struct):
    unit_tests: str | _Streams
    problem_id: int | str | None = None


class _Message(Struct):
    content: Any = ""


class _Prompt(Struct):
    input: list[_Message] | str | None = field(default_factory=list)


class _Record(Struct):
    reward_model: _Reward | None = None
    extra_info: _Extra | None = None
    prompt: list[_Message] | str | None = None
    verifier_metadata: _Metadata | None = None
    responses_create_params: _Prompt | None = None
    inputs: list[Any] | None = None
    outputs: list[Any] | None = None
    fn_name: str | None = None
    assert_case: list[Any] | None = None
    id: int | str | None = None
    task_id: int | str | None = None
    problem_id: int | str | None = None
    hash_id: int | str | None = None
    difficulty: str | None = ""


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError. A problem without an id has its index from 0."""
    found = record.decode(_Record)
    streams = _find_streams(found)
    metadata, extra = found.verifier_metadata, found.extra_info
    named = (
        found.id,
        found.task_id,
        found.problem_id,
        metadata.problem_id if metadata else None,
        found.hash_id,
        extra.index if extra else None,
    )
    return fit(
        Problem(
            id=str(next((one for one in named if one is not None), index)),
            tests=() if streams.assert_case else make_streams(streams),
            rule=VALUES if streams.fn_name else DECIMALS,
            function=streams.fn_name or "",
            difficulty=found.difficulty or "",
            unfit="its tests are assertions" if streams.assert_case else "",
        ),
        _read_statement(found),
    )


def _find_streams(found: _Record) -> _Streams:
    streams: str | _Streams
    if found.reward_model:
        streams = found.reward_model.ground_truth
    elif found.verifier_metadata:
        streams = found.verifier_metadata.unit_tests
    elif found.inputs is None or found.outputs is None:
        wanted = "reward_model.ground_truth, verifier_metadata.unit_tests, or inputs and outputs"
        raise FormatError(0, f"expected {wanted}, got none of them")
    else:
        streams = _Streams(found.inputs, found.outputs, found.fn_name, found.assert_case)
    return decode_json(streams.encode(), _Streams) if isinstance(streams, str) else streams


def _read_statement(found: _Record) -> str:
    """Return the texts of the prompt."""
    prompts = [found.prompt, found.responses_create_params.input if found.responses_create_params else None]
    texts = []
    for prompt in prompts:
        if isinstance(prompt, str):
            texts.append(prompt)
        elif prompt:
            texts += [message.content for message in prompt if isinstance(message.content, str)]
    return "\n".join(texts)
