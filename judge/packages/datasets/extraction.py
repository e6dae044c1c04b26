"""Takes the program out of what a model answered."""

import re

# A fence is three or more backticks or tildes, indented or not, and may have words behind it.
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<word>[^\s`]*)[^`]*")
# Other names of languages behind a fence.
_ALIASES = {"py": "python", "python3": "python", "c++": "cpp", "cc": "cpp", "c++17": "cpp", "rs": "rust"}
_END = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")


def extract_code(text: str, language: str = "") -> str:
    """Return the last fenced block with the name of the language, else the last one, else the whole text.

    A block without an end goes on to the end of the text, since answers are cut at a number of tokens.
    """
    blocks = _list_blocks(text)
    named = [code for word, code in blocks if language and _name(word) == _name(language)]
    return (named or [code for _, code in blocks] or [text])[-1]


def _name(word: str) -> str:
    return _ALIASES.get(word.lower(), word.lower())


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
