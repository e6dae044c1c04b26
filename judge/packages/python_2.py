"""Recognise programs in Python 2, which the judge does not run."""

import re

_STATED = re.compile(rb"#!.*python2")
# What Python 3 says of them: of their syntax, of names that it no longer has, of `print >> file, words`.
_SAID = re.compile(
    rb"Missing parentheses in call to '(print|exec)'|multiple exception types must be parenthesized|TabError:"
    rb"|leading zeros in decimal integer literals"
    rb"|NameError: name '(basestring|execfile|long|raw_input|reduce|unichr|unicode|xrange)' is not defined"
    rb"|Did you mean \"print\(<message>"
    rb"|No module named '(ConfigParser|Queue|StringIO|cPickle|cStringIO|psyco)'"
)

_PRINTS = re.compile(rb"(?m)^[ \t]*print[ \t]+[\"'\w]")


def is_seen(source: bytes) -> bool:
    """Whether a source prints as Python 2 does, without parentheses."""
    return bool(_PRINTS.search(source))


def is_stated(source: bytes) -> bool:
    """Whether the first line of a source asks for Python 2."""
    return bool(_STATED.match(source))


def is_said(words: bytes) -> bool:
    """Whether Python 3 refused a program with these words because it is in Python 2."""
    return bool(_SAID.search(words))
