"""Takes the program out of what a model answered."""

import re
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple, Self

from judge.running.languages.names import known_tool

# Nothing in these is tried twice: a line may have megabytes.
# The indentation of a line: blanks, and the marks of list items.
_INDENT = re.compile(r"[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+")
# A fence is three or more backticks or tildes, and may have words behind it. Pandoc writes the first as
# `{.python}`.
_FENCE = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+(?:\{[ \t]*+\.?)?([^\s`{},]*+)[^`]*+")
# Behind a closing fence may be a tag, such as the token that ends an answer.
_END = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)(?:[ \t]*+<.*)?")
# The marks of one block quote.
_MARK = r"[ \t]*+> ?+"
_QUOTES = re.compile(rf"(?:{_MARK})*+")
_TAB = 4
# The end of a thought, not the same letters within the text of a program.
_THOUGHT_END = re.compile(r"</think>(?=\s|```|\Z)")
_COMMENTS = ("#", "//", "--")


class _Fence(NamedTuple):
    """An opening fence: its characters, the word behind it, its column, and the quotes that it is in."""

    marks: str
    word: str
    width: int = 0
    depth: int = 0

    def begins_after(self, open: Self) -> bool:
        """Return whether this line begins another block, though `open` has no end."""
        return len(self.marks) >= len(open.marks) and known_tool(self.word) is not None


def extract_code(text: str, language: str = "") -> str:
    """Return the last fenced block with a name of the language, else the last one, else the whole text.

    Interpreters and standards, as in `pypy3` and `c++17`, are names of one language. Blocks without code, and
    what comes before the end of a thought, are left out unless there is nothing else.
    """
    answer = _THOUGHT_END.split(text)[-1]
    answers = [answer, text] if answer.strip() else [text]
    found = [_list_blocks(each) for each in answers]
    for blocks in (*([block for block in each if _has_code(block[1])] for each in found), *found):
        named = [code for word, code in blocks if language and _name(word) == _name(language)]
        if blocks:
            return (named or [code for _, code in blocks])[-1]
    return answers[0]


def _name(word: str) -> str:
    tool = known_tool(word)
    return tool.language.name if tool else word.lower()


def _has_code(text: str) -> bool:
    lines = map(str.strip, text.splitlines())
    return any(line and not line.startswith(_COMMENTS) for line in lines)


def _list_blocks(text: str) -> list[tuple[str, str]]:
    """Return the word and the content of each fenced block, for a block of prose those within it."""
    found: list[tuple[str, str]] = []
    for word, content in _split_blocks(text):
        within = [] if known_tool(word) else list(_split_blocks(content))
        is_prose = within and (word or any(known_tool(each) for each, _ in within))
        found += within if is_prose else [(word, content)]
    return found


def _split_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the word and the content of each outer block.

    As in Markdown, lines are indented relative to the fence: https://spec.commonmark.org/0.31.2/#example-131.
    A block in a quote ends with the quote: https://spec.commonmark.org/0.31.2/#example-98. Unlike there, a
    fence with a language begins a block within another one, and one behind a line of code closes its block.
    """
    fence: _Fence | None = None
    lines: list[str] = []
    for line in StringIO(text, newline=""):
        if fence and (quotes := re.match(rf"(?:{_MARK}){{{fence.depth}}}", line)):
            line = line[quotes.end() :]
            last = _read_last_line(line, fence)
            following = _read_fence(line, fence.depth)
            is_replaced = following is not None and following.begins_after(fence)
            if last is None and not is_replaced:
                lines.append(_dedent(line, fence.width))
                continue
            yield fence.word, "".join([*lines, _dedent(last or "", fence.width)])
            fence = following if is_replaced else None
        else:
            if fence:
                yield fence.word, "".join(lines)
            rest = _QUOTES.sub("", line, count=1)
            depth = line.count(">") - rest.count(">")
            fence = _read_fence(rest, depth) or _read_fence(rest, depth, has_words=True)
        lines = []
    if fence:
        yield fence.word, "".join(lines)


def _read_fence(line: str, depth: int, *, has_words: bool = False) -> _Fence | None:
    """Return the fence that a line begins with, or ends with, as in ``Answer: ```python``."""
    line = line.rstrip()
    indent = _INDENT.match(line)
    assert indent
    found = _FENCE.fullmatch(line, max(line.find("```"), 0) if has_words else indent.end())
    if not found or (has_words and not (known_tool(found[2]) and line.endswith(found[1] + found[2]))):
        return None
    return _Fence(found[1], found[2], len(indent[0].expandtabs(_TAB)), depth)


def _read_last_line(line: str, fence: _Fence) -> str | None:
    """Return the code before the closing fence in a line, None in a line without it.

    Fences in pairs, as in a comment, close nothing.
    """
    line = line.rstrip()
    if found := _END.fullmatch(line):
        return "" if found[1].startswith(fence.marks) else None
    code = line.rstrip(fence.marks[0])
    return code if line.endswith(fence.marks) and fence.marks not in code else None


def _dedent(line: str, width: int) -> str:
    """Return the line without the blanks in its first columns, at most `width` of them."""
    at = column = 0
    while column < width and line.startswith((" ", "\t"), at):
        column += _TAB - column % _TAB if line[at] == "\t" else 1
        at += 1
    return " " * (column - width) + line[at:]
