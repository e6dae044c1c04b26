"""Strict XML: elements with their lines. Documents that declare entities are rejected."""

from pathlib import Path
from xml.parsers import expat

from msgspec import Struct, field

from judge.platform.errors import InputErrors, fault_at

MAX_DEPTH = 32


class Element(Struct):
    """An element with its attributes, its direct children and its direct pieces of text."""

    tag: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    inner: list["Element"] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text without surrounding blanks."""
        return "".join(self.words).strip()

    def all(self, *tags: str) -> list["Element"]:
        """Return the elements in it by a path of tags."""
        found = [self]
        for tag in tags:
            found = [each for one in found for each in one.inner if each.tag == tag]
        return found

    def first(self, *tags: str) -> "Element | None":
        return next(iter(self.all(*tags)), None)

    def get(self, name: str) -> str:
        """Return an attribute without surrounding blanks, empty if it is missing."""
        return self.attributes.get(name, "").strip()


def load(data: bytes, path: Path) -> Element:
    """Parse a document. Return its root. Raises InputErrors."""
    builder = _Builder(path)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise builder.fault(error.lineno, f"expected XML, got: {expat.ErrorString(error.code)}") from None
    except (LookupError, ValueError) as error:
        raise builder.fault(1, f"expected XML in an encoding that there is, got: {error}") from None
    return builder.document.inner[0]


class _Builder:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.document = Element("", 0)
        self._open = [self.document]
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self._open.pop()
        self.parser.CharacterDataHandler = self._text
        # Rejects a DOCTYPE, and with it all entities except XML's own.
        self.parser.StartDoctypeDeclHandler = self._doctype

    def fault(self, line: int, message: str) -> InputErrors:
        return fault_at(self._path, message, line)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if len(self._open) > MAX_DEPTH:
            raise self.fault(line, f"expected at most {MAX_DEPTH} levels, got more")
        element = Element(tag, line, attributes)
        self._open[-1].inner.append(element)
        self._open.append(element)

    def _text(self, text: str) -> None:
        self._open[-1].words.append(text)

    def _doctype(self, *_: object) -> None:
        raise self.fault(self.parser.CurrentLineNumber, "expected a document without a DOCTYPE, got one")
