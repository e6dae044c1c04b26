"""Recognise programs in Python 2, which the judge does not run."""

import re

_STATED = re.compile(rb"#!.*python2")
# Errors of Python 3 about their syntax, about names that are gone, and about `print >> file, words`.
_SAID = re.compile(
    rb"Missing parentheses in call to '(print|exec)'|multiple exception types must be parenthesized|TabError:"
    rb"|leading zeros in decimal integer literals"
    rb"|NameError: name '(basestring|execfile|long|raw_input|reduce|unichr|unicode|xrange)' is not defined"
    rb"|Did you mean \"print\(<message>"
    rb"|No module named '(ConfigParser|Queue|StringIO|cPickle|cStringIO|psyco)'"
)

_PRINTS = re.compile(rb"(?m)^[ \t]*print[ \t]+[\"'\w]")


def is_seen(source: bytes) -> bool:
    """Return whether a source prints without parentheses, as Python 2 does."""
    return bool(_PRINTS.search(source))


def is_stated(source: bytes) -> bool:
    """Return whether the first line of a source asks for Python 2."""
    return bool(_STATED.match(source))


def is_reported(words: bytes) -> bool:
    """Return whether these are Python 3's error messages about a program in Python 2."""
    return bool(_SAID.search(words))
