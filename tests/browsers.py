"""A real browser for the tests of pages."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install '.[browser]'")
    if not CHROMIUM.exists():
        pytest.skip(f"no browser: {CHROMIUM} is not there")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(chromium: Any) -> Callable[..., Any]:
    """Return the context with these options. Each starts a process, so the tests of a module share it."""
    return cache(chromium.new_context)


@pytest.fixture
def show(context: Callable[..., Any], tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page. Check at the end that it requested nothing, logged no error and opened no dialog."""
    events: list[str] = []
    pages = []
    file = tmp_path / "report.html"

    def opened(data: bytes, address: str = "", *, width: int = 1280, **how: Any) -> Any:
        file.write_bytes(data)
        page = context(**how).new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": 800})
        page.set_default_timeout(60_000)
        page.on("request", lambda request: events.append(request.url))
        page.on("console", lambda message: events.append(message.text))
        page.on("pageerror", lambda error: events.append(str(error)))
        page.on("dialog", lambda dialog: (events.append(dialog.message), dialog.dismiss()))
        page.goto(file.as_uri() + address)
        return page

    yield opened
    for page in pages:
        page.close()
    assert (
        set(events) - {file.as_uri()} - {event for event in events if event.startswith(f"{file.as_uri()}#")}
        == set()
    )


def read_part(page: Any, words: str) -> str:
    """Wait until a part of the page is open that has these words, and return all of its words.

    A part opens after the link has been followed and the address has changed, so a look at it at once may see
    the part that was open before.
    """
    part = page.locator("article:visible", has_text=words)
    part.wait_for()
    return str(part.inner_text())


def wait_until_closed(page: Any) -> None:
    """Wait until no part of the page is open."""
    page.locator("article").wait_for(state="hidden")
