"""Packages of the ICPC and Kattis in the format `2025-09`.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html
"""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from judge.model.package_format import OUTPUT_VALIDATORS
from judge.packages.folders import Folder
from judge.packages.icpc_data import collect_tests, replace_constants
from judge.packages.icpc_programs import Submissions
from judge.packages.icpc_yaml import read_metadata
from judge.packages.kattis import collect_test_validators, complete
from judge.packages.kattis_files import collect_validator_tests
from judge.packages.odd_names import note_odd_names
from judge.packages.package import Package, Source
from judge.packages.package_plans import MissingTests
from judge.platform.errors import listed
from judge.running.languages import LANGUAGES
from judge.running.languages.base import entry_among
from judge.running.languages.rows import SCRIPTS

_VALIDATOR = OUTPUT_VALIDATORS[1]
_SEQUENCE = re.compile(rb"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}")


def read(folder: Folder) -> Sequence[Package]:
    note_odd_names(folder, are_ignored=True)
    metadata = read_metadata(folder)
    if not metadata:
        return ()

    def with_constants(data: bytes) -> bytes:
        """Replace the constants. Other words in braces stay."""
        return _SEQUENCE.sub(lambda found: values.get(found[1], found[0]), data)

    values = {name.encode(): value.encode() for name, value in metadata.constants.items()}
    package = Package(name=folder.name, origin="ICPC package, 2025-09")
    types = metadata.types
    missing = MissingTests(folder)
    package.tests = collect_tests(folder, with_constants, missing.names, is_scoring="scoring" in types)
    validators = {**_read_validator(folder), **collect_test_validators(folder)}
    package.tools = dict(replace_constants(validators, with_constants)) | collect_validator_tests(folder)
    package.programs = Submissions(folder, metadata, with_constants).collect()
    decides: dict[str, Any] = {"compare": "kattis"}
    if metadata.decider:
        key = "interactor" if "interactive" in types else "checker"
        decides = {key: _VALIDATOR, "protocol": "icpc" if "scoring" in types else "kattis"}
    else:
        for kind in sorted(types & {"interactive", "multi-pass"}):
            folder.fault(_VALIDATOR, f"expected an output validator of a problem that is {kind}, got none")
    complete(package, folder, metadata, {**decides, "output_only": "submit-answer" in types})
    missing.add_to(package)
    return (package,)


def _read_validator(folder: Folder) -> dict[str, Source]:
    """Return the files of the output validator. Report several programs."""
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
    return files
