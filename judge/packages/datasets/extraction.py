"""Takes the program out of what a model answered."""

import re

from judge.running.languages.names import known_tool

# A fence is three or more backticks or tildes, indented or behind the marks of list items, and may have words
# behind it. Pandoc writes the first as `{.python}`.
_FENCE = re.compile(
    r"(?P<indent>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(?P<fence>`{3,}|~{3,})"
    r"[ \t]*(?:\{[ \t]*\.?)?(?P<word>[^\s`{},]*)[^`]*"
)
_END = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")
# The marks of one block quote.
_MARK = r"[ \t]*> ?"
_QUOTES = re.compile(rf"(?:{_MARK})*")
_TAB = 4


def extract_code(text: str, language: str = "") -> str:
    """Return the last fenced block with a name of the language, else the last one, else the whole text.

    Interpreters and standards, as in `pypy3` and `c++17`, are names of one language. A block without an end
    goes on to the end of the text, since answers are cut at a number of tokens.
    """
    blocks = _list_blocks(text)
    named = [code for word, code in blocks if language and _name(word) == _name(language)]
    return (named or [code for _, code in blocks] or [text])[-1]


def _name(word: str) -> str:
    tool = known_tool(word)
    return tool.language.name if tool else word.lower()


def _list_blocks(text: str) -> list[tuple[str, str]]:
    """Return the word and the content of each fenced block.

    As in Markdown, lines are indented relative to the fence: https://spec.commonmark.org/0.31.2/#example-131.
    A block in a quote ends with the quote: https://spec.commonmark.org/0.31.2/#example-98.
    """
    blocks: list[tuple[str, list[str]]] = []
    fence, width, depth = "", 0, 0
    for line in text.splitlines(keepends=True):
        if fence and (quotes := re.match(rf"(?:{_MARK}){{{depth}}}", line)):
            line = line[quotes.end() :]
            if (found := _END.fullmatch(line.rstrip())) and found[1].startswith(fence):
                fence = ""
            else:
                blocks[-1][1].append(_dedent(line, width))
            continue
        fence, rest = "", _QUOTES.sub("", line, count=1)
        if found := _FENCE.fullmatch(rest.rstrip()):
            fence, width = found["fence"], len(found["indent"].expandtabs(_TAB))
            depth = line.count(">") - rest.count(">")
            blocks.append((found["word"], []))
    return [(word, "".join(lines)) for word, lines in blocks]


def _dedent(line: str, width: int) -> str:
    """Return the line without the blanks in its first columns, at most `width` of them."""
    at = column = 0
    while column < width and line.startswith((" ", "\t"), at):
        column += _TAB - column % _TAB if line[at] == "\t" else 1
        at += 1
    return " " * (column - width) + line[at:]
