"""A real browser and the server: requests of its extension are accepted, those of pages never."""

import functools
import json
import shutil
import subprocess
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from helpers import wait_until
from test_loopback_server import Inbox, serving

MANIFEST = {
    "manifest_version": 3,
    "name": "Sender",
    "version": "1",
    "host_permissions": ["http://localhost/"],
    "background": {"service_worker": "background.js"},
}
POST = 'fetch("http://localhost:%d/", {method: "POST", %s}).catch(() => 0);\n'
AS_JSON = 'headers: {"Content-Type": "application/json"}, body: "{}"'
# What a page may send without asking is text; it asks by OPTIONS whether it may send JSON.
AS_TEXT = 'mode: "no-cors", headers: {"Content-Type": "text/plain"}, body: "{}"'
BEACON = 'navigator.sendBeacon("http://localhost:%d/", new Blob(["{}"], {type: "application/json"}));\n'
FORM = """\
<form method="POST" action="http://localhost:%d/" enctype="text/plain" target="frame"><input name="{}"></form>
<iframe name="frame"></iframe><script>document.forms[0].submit()</script>
"""


@pytest.fixture
def browser(tmp_path: Path) -> list[str]:
    """The words that start one, with an extension in `extension/`."""
    name = shutil.which("chromium") or shutil.which("chromium-browser")
    if not name:
        pytest.skip("Chromium is not installed")
    (tmp_path / "extension").mkdir()
    (tmp_path / "extension" / "manifest.json").write_text(json.dumps(MANIFEST))
    return [
        *(name, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"),
        "--disable-features=DisableLoadExtensionCommandLineSwitch",
        f"--load-extension={tmp_path / 'extension'}",
    ]


def test_only_the_extension_of_a_browser_is_heard(browser: list[str], tmp_path: Path) -> None:
    inbox = Inbox()
    pages = functools.partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with serving(inbox) as port, ThreadingHTTPServer(("127.0.0.1", 0), pages) as site:
        Thread(target=site.serve_forever).start()
        sent = POST % (port, AS_JSON) + POST % (port, AS_TEXT) + BEACON % port
        (tmp_path / "extension" / "background.js").write_text(POST % (port, AS_JSON.replace("{}", "mine")))
        (tmp_path / "frame.html").write_text(f"<script>{sent}</script>")
        frame = '<iframe sandbox="allow-scripts" src="frame.html"></iframe>'
        (tmp_path / "page.html").write_text(f"{FORM % port}<script>{sent}</script>{frame}")
        address = f"http://127.0.0.1:{site.server_address[1]}/page.html"
        process = subprocess.Popen([*browser, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: inbox.heard and len(inbox.refused) >= 7)
        finally:
            process.kill()
            process.wait()
            site.shutdown()
    assert inbox.heard == [b"mine"]
    own = f"http://127.0.0.1:{site.server_address[1]}"
    assert {*inbox.refused} == {
        "Unsupported method ('OPTIONS')",
        f"expected a browser's extension as Origin, got '{own}'",
        "expected application/json as Content-Type, got 'text/plain'",
    }
