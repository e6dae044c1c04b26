"""The languages, by the suffix of a source: modules that satisfy `base.Language`."""

from collections.abc import Mapping

from judge.languages import python
from judge.languages.base import Language

LANGUAGES: Mapping[str, Language] = {".py": python}
