"""Takes the program out of what a model answered."""

import re

from judge.running.languages.names import known_tool

# A fence is three or more backticks or tildes, indented or not, and may have words behind it.
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<word>[^\s`]*)[^`]*")
_END = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")


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
    """Return the word and the content of each fenced block."""
    blocks: list[tuple[str, list[str]]] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        if fence:
            if (found := _END.fullmatch(line.rstrip())) and found[1].startswith(fence):
                fence = ""
            else:
                blocks[-1][1].append(line)
        elif found := _FENCE.fullmatch(line.rstrip()):
            fence = found["fence"]
            blocks.append((found["word"], []))
    return [(word, "".join(lines)) for word, lines in blocks]
