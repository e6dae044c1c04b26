"""Read sources as tokens in which all names, all numbers and all strings are equal, without layout."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text
from pygments.util import ClassNotFound

_NAME, _LITERAL = "N", "0"
# Left out: they separate what the keywords separate already, and formatters add and remove them.
_SEPARATORS = frozenset("{};")


class Token(NamedTuple):
    """A generalized token, and its line, from 1."""

    text: str
    line: int


def decode_source(data: bytes) -> str:
    """Return the text with `\\n` at the end of each line; bytes that are no UTF-8 are replaced."""
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def read_tokens(source: str, language: str, file: str) -> list[Token]:
    """Return the tokens of a program. Raises ValueError if Pygments knows neither language nor suffix.

    Comments, preprocessor lines, separators and layout are left out. A list of literals is one literal.
    """
    tokens: list[Token] = []
    for token in _generalize(source, _find_lexer(language, file)):
        if token.text == _LITERAL and [each.text for each in tokens[-2:]] == [_LITERAL, ","]:
            tokens.pop()
        elif token.text != _LITERAL or not tokens or tokens[-1].text != _LITERAL:
            tokens.append(token)
    return tokens


@cache
def _find_lexer(language: str, file: str) -> Lexer:
    options = {"stripnl": False, "ensurenl": False}
    for find, word in ((get_lexer_by_name, language), (get_lexer_for_filename, file)):
        try:
            lexer = find(word, **options)
        except ClassNotFound:
            continue
        if not isinstance(lexer, TextLexer):
            return lexer
    raise ValueError(f"expected a language that Pygments knows, got {language}")


def _generalize(source: str, lexer: Lexer) -> Iterator[Token]:
    line = 1
    for kind, text in lexer.get_tokens(source):
        for word in _name_words(kind, text):
            yield Token(word, line)
        line += text.count("\n")


def _name_words(kind: Any, text: str) -> Iterator[str]:
    """Yield the words by which tokens of this kind are compared."""
    if kind in Comment or kind in Text or kind in String.Doc or not text.strip():
        return
    if kind in Literal or kind in Number:
        yield _LITERAL
    elif kind in Keyword.Type or (kind in Name and kind not in Name.Builtin):
        yield _NAME
    elif kind in Punctuation or (kind in Operator and kind not in Operator.Word):
        # Lexers join neighbours, such as `);`, so that layout would matter.
        yield from (char for char in text if char not in _SEPARATORS and not char.isspace())
    else:
        yield text.strip().casefold()
