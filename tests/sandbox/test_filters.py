"""The shipped seccomp filters are what libseccomp makes of the lists in tools/generate_filters.py."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHIPPED = ROOT / "judge" / "sandbox" / "filters"
PYTHON = "/usr/bin/python3"


def has_libseccomp() -> bool:
    return (
        Path(PYTHON).exists()
        and not subprocess.run([PYTHON, "-c", "import seccomp"], capture_output=True).returncode
    )


@pytest.mark.skipif(
    not has_libseccomp(), reason="needs libseccomp's Python binding (Debian: python3-seccomp)"
)
def test_the_shipped_filters_are_those_that_the_lists_give(tmp_path: Path) -> None:
    subprocess.run([PYTHON, str(ROOT / "tools" / "generate_filters.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
