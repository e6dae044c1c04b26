"""Write into docs/tutorials/ the present output of the commands there: `rewrite_tutorials.py [PAGE ...]`.

Run it after you change words on the screen, and read the diff. tests/test_tutorials.py compares
the pages with the same code.
"""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]

from documents import TUTORIALS  # noqa: E402
from tutorials import rewrite  # noqa: E402


def main(pages: list[Path]) -> None:
    for page in pages or TUTORIALS:
        with tempfile.TemporaryDirectory() as place:
            print(page.name, "rewritten" if rewrite(page, Path(place)) else "unchanged")


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
