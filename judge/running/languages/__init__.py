"""The languages, by the suffix of a source."""

from collections.abc import Mapping

from judge.running.languages import python, toolchains
from judge.running.languages.base import Language

LANGUAGES: Mapping[str, Language] = {
    ".py": python,
    ".c": toolchains.C,
    ".cpp": toolchains.CPP,
    ".cc": toolchains.CPP,
    ".rs": toolchains.RUST,
    ".java": toolchains.JAVA,
    ".js": toolchains.NODE,
    ".go": toolchains.GO,
}
