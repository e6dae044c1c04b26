"""What a site has around a class: the names that it finds, and what calls its methods.

The module of a language says what is built with a class of it, or runs before and behind it, and which class
does nothing. Each driver reads the arguments on stdin as their types are, prints the answer as JSON where the
class cannot, and has what the class prints on stderr. Others use `built_with`, `refused`,
`nothing` and `python`.
"""

from judge.model.programs import Language
from judge.running.languages.base import Sources, Unready, skipped
from judge.running.languages.entry import cpp, java, python
from judge.subjects.signatures.signature import Signature

_BUILT = {"cpp": cpp.around, "java": java.around}
_NOTHING = {"python": python.nothing, "cpp": cpp.nothing, "java": java.nothing}


def built_with(
    signature: Signature, language: Language, sources: Sources
) -> tuple[Language, Sources] | Unready:
    """The language and the sources of a program that calls this class; SK where there is no driver."""
    if language.name not in _BUILT:
        drivers = ", ".join(_NOTHING)
        return skipped(f"the class cannot be called in {language.name}: there are drivers for {drivers}")
    return _BUILT[language.name](signature, language, sources)


def refused(signature: Signature, language: Language, source: bytes, words: bytes) -> bytes:
    """What a compiler said of a class, with the methods that there are where it missed one."""
    return cpp.refused(signature, source, words) if language.name == "cpp" else words


def nothing(signature: Signature, language: Language) -> str | None:
    """The source of a class that does nothing; None where there is no driver."""
    made = _NOTHING.get(language.name)
    return made(signature) if made else None
