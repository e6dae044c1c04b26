"""A page as one file that contains its style and script, and lets the browser run or fetch nothing else.

Every value is text: the template escapes it and makes it printable. Data is printable, too, and the
script shows it as text.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from judge import __version__
from judge.platform.errors import UsageError, printable
from judge.platform.installed import command_for

_FOLDER = Path(__file__).parent


def render_page(view: Mapping[str, object], *, widths: Mapping[str, int]) -> bytes:
    """Fill the template with the values of `view`. Raises UsageError if jinja2 is not installed.

    widths: the characters of columns, by their names in the style sheet.
    """
    require_jinja2()
    columns = "".join(f"--{name}:{width}ch;" for name, width in widths.items())
    style = f":root{{{columns}}}\n{_read('report.css')}"
    script = _read("report.js")
    sources = {
        # An empty icon, so that browsers do not ask the server for one.
        "img-src": "data:",
        "style-src": _hash_source(style),
        "script-src": _hash_source(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(["default-src 'none'", *(f"{name} {source}" for name, source in sources.items())])
    text: str = _load_template().render(
        view=view, policy=policy, style=style, script=script, version=__version__
    )
    return text.encode()


def require_jinja2(option: str = "--html") -> None:
    """Check before the work that jinja2 is installed. Raises UsageError, which names the option."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise UsageError(f"{option}: expected jinja2, got none: {command_for('html')}") from None


@cache
def _load_template() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        finalize=_escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data"] = _write_data
    return environment.get_template("report.html")


def _write_data(value: object) -> Any:
    """Return JSON that cannot end the script element around it."""
    from markupsafe import Markup

    text = json.dumps(_escape_all(value), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _escape_all(value: object) -> object:
    return [_escape_all(each) for each in value] if isinstance(value, (list, tuple)) else _escape(value)


def _escape(value: object) -> object:
    """Escape characters that could reverse or break the text around them."""
    if type(value) is not str or value.isprintable():
        return value
    return "".join(char if char in "\n\t" else printable(char) for char in value)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash_source(text: str) -> str:
    """Return the hash by which a policy allows an element of exactly this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
