"""Sources that the judge does not run: Python 2, Prolog, and included files that start processes."""

import re
from collections.abc import Mapping
from pathlib import Path, PurePath

from judge.platform.files import SOURCE_BYTES, require

PYTHON_2, _PROLOG = (f"written in {name}, which the judge does not run" for name in ("Python 2", "Prolog"))
_PYTHON_2 = re.compile(rb"#!.*python2")
_PRINTS = re.compile(rb"(?m)^[ \t]*print[ \t]+[\"'\w]")
# Errors of Python 3 about their syntax, about names that are gone, and about `print >> file, words`.
_SAID = re.compile(
    rb"Missing parentheses in call to '(print|exec)'|multiple exception types must be parenthesized|TabError:"
    rb"|leading zeros in decimal integer literals"
    rb"|NameError: name '(basestring|execfile|long|raw_input|reduce|unichr|unicode|xrange)' is not defined"
    rb"|Did you mean \"print\(<message>"
    rb"|No module named '(ConfigParser|Queue|StringIO|cPickle|cStringIO|psyco)'"
)
# Perl and Prolog share the suffix `.pl`. Prolog has clauses, or lines that end with `.` and none with `;`.
_CLAUSE, _STOP, _SEMICOLON = (
    re.compile(rb"(?m)^[^#\n]*:-"),
    re.compile(rb"(?m)\.\s*$"),
    re.compile(rb"(?m);\s*$"),
)
_COMMENT = re.compile(rb"/\*.*?\*/|(?://|#)[^\n]*", re.DOTALL)
_START = re.compile(
    rb"\b(?:v?fork|popen|posix_spawnp?)\s*\(|\bsubprocess\s*\.|\bmultiprocessing\b|\bProcessBuilder\b"
)


def reject_language(path: PurePath, source: bytes) -> str:
    """Return why a source with a misleading suffix is not run, an empty string if it is."""
    if path.suffix == ".py" and _PYTHON_2.match(source):
        return PYTHON_2
    is_prolog = _CLAUSE.search(source) or (_STOP.search(source) and not _SEMICOLON.search(source))
    return _PROLOG if path.suffix == ".pl" and is_prolog else ""


def prints_without_parentheses(source: bytes) -> bool:
    """Return whether a source prints as only Python 2 allows."""
    return bool(_PRINTS.search(source))


def reports_python_2(words: bytes) -> bool:
    """Return whether these are Python 3's error messages about a program in Python 2."""
    return bool(_SAID.search(words))


def reject_forks(included: Mapping[str, Path]) -> str:
    """Return why submissions with these included files are not judged, an empty string if they are.

    The sandbox forbids an included file to start a process. An encoder and a decoder must know nothing of
    each other, but a submission is in the process of such a runner: it can open a pipe before the runner
    forks, or fork itself, and no filter tells these forks apart.
    """
    for name, path in included.items():
        if _START.search(_COMMENT.sub(b"", require(path, SOURCE_BYTES))):
            why = f"the included {name} starts a process, which no program may"
            return f"not judged: {why}; a problem of several passes runs a solution twice"
    return ""
