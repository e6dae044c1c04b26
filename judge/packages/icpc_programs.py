"""The submissions of packages of the format `2025-09`, with the files to include.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "Example submissions", "Included
files", "Languages".
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from judge.model.package_format import DEMANDS, OUTPUT_VALIDATORS
from judge.packages.folders import Folder
from judge.packages.icpc_data import Replace, replace_constants
from judge.packages.kattis_files import has_driver, list_submissions, read_program, read_staged_program
from judge.packages.package import Source
from judge.packages.problem_yaml import Metadata
from judge.packages.sources import reject_forks
from judge.platform.errors import InputErrors, listed
from judge.platform.files import SOURCE_BYTES, require
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.solutions import submissions_file
from judge.solutions.submissions_file import ProgramSettings, SubmissionsFile
from judge.yaml.document import load
from judge.yaml.text import dumped
from judge.yaml.tree import Mapping

_PLACE = "submissions"
_FILE = f"{_PLACE}/{submissions_file.NAME}"
_MAIN = ("main", "__main__")
# The judge's names of languages by the standard's codes, if they differ.
_OURS = {"python3": "python"}
_CODES = {ours: code for code, ours in _OURS.items()}


class Submissions:
    """The programs of a package, each a file or a folder directly in a folder of `submissions/`."""

    def __init__(self, folder: Folder, metadata: Metadata, with_constants: Replace) -> None:
        self._folder, self._metadata, self._with_constants = folder, metadata, with_constants
        self._file = SubmissionsFile(folder.take(_FILE)) if _FILE in folder else None
        self._included = {place: folder.below(f"include/{place}") for place in folder.folders("include")}

    def collect(self) -> dict[str, Source]:
        """Return the files by their paths in a project, with a submissions.yaml of expected verdicts."""
        found: dict[str, Source] = {}
        for place, files in list_submissions(self._folder):
            fate = place.split("/")[1]
            found |= {f"{fate}/{path}": source for path, source in self._program(place, files)}
        fates = self._folder.folders(_PLACE)
        return found and found | {submissions_file.NAME: self._complete_file(fates)}

    def _complete_file(self, fates: list[str]) -> Source:
        """Return the package's submissions.yaml, completed: non-standard folders permit any verdict."""
        keys = self._file.keys if self._file else ()
        others = [fate for fate in fates if fate not in DEMANDS and fate not in keys]
        data = (self._folder.data(_FILE) if self._file else None) or b""
        if self._file and not others:
            return self._folder.files[_FILE]
        more = {fate: {"permitted": ["AC", "WA", "TLE", "RTE"]} for fate in others}
        lines = data + b"\n" * bool(data and not data.endswith(b"\n")) + dumped(more).encode()
        try:
            load(lines, Path())
        except InputErrors:  # no line can follow a mapping in braces
            tree = self._folder.yaml(_FILE) if self._file else {}
            return dumped({**tree, **more}).encode() if isinstance(tree, Mapping) else data
        return lines

    def _program(self, place: str, files: list[str]) -> Iterator[tuple[str, Source]]:
        name, key = PurePosixPath(place).name, place.removeprefix(f"{_PLACE}/")
        settings = self._file.look_up(key, None) if self._file else ProgramSettings(rules=())
        paths = {file: self._folder.files[f"{place}/{file}" if files else place] for file in files or [""]}
        suffixes = {PurePosixPath(file or name).suffix for file in paths} & LANGUAGES.keys()
        if not suffixes:
            for file in files if "submit-answer" in self._metadata.types else ():
                yield f"{name}/{file}", self._folder.take(f"{place}/{file}")
            return
        codes = [settings.language] if settings.language else sorted({*map(_code, suffixes)})
        code = codes[0]
        if any(rule.message for rule in settings.rules) and not self._folder.has_folder(OUTPUT_VALIDATORS[1]):
            message = "not checked: `message`, which needs an output validator"
            self._folder.note(place, message)
        several = f"not judged: expected files of one language, got {listed(codes)}"
        if wrong := several if len(codes) > 1 else self._wrong(code, paths):
            self._folder.leave(place, wrong)
            return
        more = self._included.get(code, self._included.get("default", {}))
        data = {file: require(path, SOURCE_BYTES) for file, path in paths.items()}
        if not more and not (files and settings.entrypoint):
            found = dict(read_program(self._folder, place, files))
            yield from replace_constants(found, self._with_constants)
            return
        yield from self._read_staged(place, data, more, settings.entrypoint)

    def _wrong(self, code: str, paths: dict[str, Path]) -> str:
        """Return why a program is not judged, empty if it is."""
        rows, allowed = {row.name for row in LANGUAGES.values()}, listed(self._metadata.languages)
        if self._metadata.languages and code not in self._metadata.languages:
            return f"not judged: expected a program in one of the languages {allowed}, got {code}"
        if _OURS.get(code, code) not in rows:
            return f"not judged: written in {code}, which the judge does not run"
        size = sum(path.stat().st_size for path in paths.values())
        if size > (most := self._metadata.limits.code << 10):
            return f"not judged: expected at most {most:,} bytes of code, got {size:,}"
        more = self._included.get(code, self._included.get("default", {}))
        suffixes = (*HEADER_SUFFIXES, *LANGUAGES)
        if files := [file for file in more if not file.endswith(suffixes)]:
            return f"not judged: nothing here gives a program the included files {listed(files)}"
        return reject_forks(more)

    def _read_staged(
        self, place: str, data: dict[str, bytes], more: dict[str, Path], entrypoint: str
    ) -> Iterator[tuple[str, Source]]:
        """Yield the files of a program with constants replaced and included files added."""
        last = PurePosixPath(place).name
        whole = {file or last: each for file, each in data.items()}
        included = {file: require(path, SOURCE_BYTES) for file, path in more.items()}
        whole |= included
        entry = entrypoint if entrypoint in whole else last if "" in data else ""
        if entry and len(whole) > 1 and not has_driver(included, whole[entry]):
            whole[f"main{PurePosixPath(entry).suffix}"] = whole.pop(entry)
        self._folder.below(place)
        replaced = {file: self._with_constants(each) for file, each in whole.items()}
        found = dict(read_staged_program(self._folder, place, replaced))
        sources = {file or last for file in data if PurePosixPath(file or last).suffix in LANGUAGES}
        left_out = sources & whole.keys() - {PurePosixPath(path).name for path in found}
        if found and any(PurePosixPath(file).stem not in _MAIN for file in left_out):
            wrong = "not judged: what is included does not name the files that it is to be built with"
            self._folder.leave(place, wrong)
            return
        yield from found.items()


def _code(suffix: str) -> str:
    """Return the standard's code for the language with this suffix."""
    return _CODES.get(LANGUAGES[suffix].name, LANGUAGES[suffix].name)
