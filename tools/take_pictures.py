"""Takes the pictures of two real runs, docs/screen.svg and docs/report.png: `take_pictures.py [FOLDER]`.

Needs the extra `browser` and a Chromium. The first run is that of a newcomer, of all that lies here and with
nothing in a cache. For the second, of which the page is shown, the last blank of each line was taken out of a
program.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent.parent
# As many columns as a forge shows without making letters small.
COLUMNS = 100
SPOILT, CASE = "luogu_blank_scan.py", "luogu-p1784/sample"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        for name in ("solutions", "cases"):
            shutil.copytree(HERE / name, root / name)
        (folder / "screen.svg").write_text(screen_of(judged(root)))
        program = root / "solutions" / SPOILT
        program.write_text(program.read_text().replace('end=" \\n"', 'end="\\n"'))
        judged(root, "--html", "report.html")
        (folder / "report.png").write_bytes(page_of(root / "report.html"))


def judged(root: Path, *options: str) -> str:
    """What `judge run` shows on a terminal that has colours."""
    environment = os.environ | {"COLUMNS": str(COLUMNS), "XDG_CACHE_HOME": str(root / "cache")}
    words = [sys.executable, "-m", "judge", "run", "--color", "always", *options]
    done = subprocess.run(words, cwd=root, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != bool(options):
        sys.exit(f"expected {int(bool(options))} as exit code, got {done.returncode}:\n{done.stdout}")
    return done.stdout


def screen_of(shown: str) -> str:
    """A terminal with these lines, which asks no server for a font."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), legacy_windows=False)
    console.print(Text.from_ansi(shown.rstrip()))
    picture = console.export_svg(title="judge run", unique_id="screen")
    return re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)


def page_of(report: Path) -> bytes:
    """The page with the test opened in which the program fails."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1640, "height": 620})
        page.goto(f"{report.as_uri()}#{SPOILT}/{CASE}")
        picture = page.screenshot()
        browser.close()
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "docs")
