"""A page as one file: its style and script within it, and nothing else that a browser would run or fetch.

Whatever a view holds is text: it is escaped, and made printable, where the template shows it.
"""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from judge.errors import UsageError, printable
from judge.installed import command_for
from judge.version import __version__

_FOLDER = Path(__file__).parent


def render_page(view: object, *, widths: Mapping[str, int]) -> bytes:
    """The template's page of `view`. Raises UsageError where jinja2 is not installed.

    widths: the characters that columns hold, by the names that the style sheet knows.
    """
    environment = _environment()
    columns = "".join(f"--{name}:{width}ch;" for name, width in widths.items())
    style = f":root{{{columns}}}\n{_read('report.css')}"
    script = _read("report.js")
    sources = {
        # An empty picture, so that no browser asks a server for one.
        "img-src": "data:",
        "style-src": _source(style),
        "script-src": _source(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(["default-src 'none'", *(f"{name} {source}" for name, source in sources.items())])
    template = environment.get_template("report.html")
    text: str = template.render(view=view, policy=policy, style=style, script=script, version=__version__)
    return text.encode()


def require_jinja2() -> None:
    """Before what takes long. Raises UsageError where it is not installed."""
    _environment()


def _environment() -> Any:
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise UsageError(f"--html: expected jinja2, got none: {command_for('html')}") from None
    return Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    """No character that could turn or break what stands beside it, whoever said it."""
    if type(value) is not str or value.isprintable():
        return value
    return "".join(char if char in "\n\t" else printable(char) for char in value)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """The hash by which a policy allows an element of exactly this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
