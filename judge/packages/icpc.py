"""Packages of the ICPC and Kattis in the format `2025-09`.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from judge.errors import Fault, listed
from judge.model.package_format import OUTPUT_VALIDATORS
from judge.packages import icpc_yaml
from judge.packages.folders import Folder
from judge.packages.icpc_data import Replace, collect_tests, replace_constants
from judge.packages.icpc_programs import Submissions
from judge.packages.icpc_yaml import Metadata, read_metadata
from judge.packages.kattis import collect_input_validators
from judge.packages.kattis_yaml import describe_time_limit
from judge.packages.package import Package, Source
from judge.running.languages import LANGUAGES
from judge.running.languages.base import entry_among
from judge.running.languages.rows import SCRIPTS

_VALIDATOR = OUTPUT_VALIDATORS[1]
# Folders for contestants and authors, not used in judging.
_FOR_READERS = ("attachments", "solution", "statement", "input_visualizer", "output_visualizer")
_SEQUENCE = re.compile(rb"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}")

MARK, knows = icpc_yaml.MARK, icpc_yaml.is_of_this_format


def read(folder: Folder) -> Sequence[Package]:
    """Read the problem of a package."""
    metadata = read_metadata(folder)
    if not metadata:
        return ()

    def with_constants(data: bytes) -> bytes:
        """Replace the constants. Other words in braces stay."""
        return _SEQUENCE.sub(lambda found: values.get(found[1], found[0]), data)

    values = {name.encode(): value.encode() for name, value in metadata.constants.items()}
    package = Package(name=folder.name, origin="ICPC package, 2025-09", left=metadata.left)
    package.stated = _write_case_file(folder, metadata)
    is_scoring = "scoring" in metadata.types
    package.tests = collect_tests(folder, with_constants, package.left, is_scoring=is_scoring)
    package.tools = {
        **dict(_read_validator(folder, with_constants)),
        **dict(replace_constants(collect_input_validators(folder, package.left), with_constants)),
        **{f"generators/{name}": source for name, source in folder.below("generators").items()},
    }
    package.programs = Submissions(folder, metadata, with_constants, package.left).collect()
    if not package.programs and not folder.folders("submissions"):
        folder.fault("submissions", "expected submissions in folders such as accepted/, got none")
    notes = describe_time_limit(
        folder.name, metadata.time, metadata.margins, are_stated=metadata.are_margins_stated
    )
    package.left += [Fault(folder.shown / MARK, 0, line) for line in notes]
    for place in _FOR_READERS:
        folder.below(place)
    package.left += folder.list_untouched()
    return (package,)


def _write_case_file(folder: Folder, metadata: Metadata) -> dict[str, Any]:
    """Return the keys of the case file."""
    found: dict[str, Any] = {
        "problem": metadata.title,
        "source": metadata.source,
        "uuid": metadata.uuid,
        "time": metadata.time,
        "memory": f"{metadata.memory}MiB",
        "output_limit": f"{metadata.output}MiB",
    }
    talks = "interactive" in metadata.types
    if folder.has_folder(_VALIDATOR):
        found["interactor" if talks else "checker"] = _VALIDATOR
        found["protocol"] = "icpc" if "scoring" in metadata.types else "kattis"
        found["passes"] = metadata.passes if metadata.passes > 1 else ""
    else:
        found["compare"] = "kattis"
        for kind in sorted(metadata.types & {"interactive", "multi-pass"}):
            folder.fault(_VALIDATOR, f"expected an output validator of a problem that is {kind}, got none")
    if "submit-answer" in metadata.types:
        found["output_only"] = True
    return {key: value for key, value in found.items() if value}


def _read_validator(folder: Folder, with_constants: Replace) -> Iterator[tuple[str, Source]]:
    files: dict[str, Source] = {
        f"{_VALIDATOR}/{name}": source for name, source in folder.below(_VALIDATOR).items()
    }
    sources = {name: folder.files[name] for name in files if PurePosixPath(name).suffix in LANGUAGES}
    own = {name: path for name, path in sources.items() if name.count("/") == 1}
    is_scripted = any(f"{_VALIDATOR}/{script}" in folder for script in SCRIPTS)
    if len(own) > 1 and not is_scripted and not entry_among([*own.values()]):
        wanted = "one file at which a program of several begins"
        got = listed([PurePosixPath(name).name for name in own])
        folder.fault(_VALIDATOR, f"expected {wanted}, got {got}")
    yield from replace_constants(files, with_constants)
