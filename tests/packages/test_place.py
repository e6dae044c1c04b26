"""Where packages are looked for: by names of files alone, without readers, which most runs do not need."""

import subprocess
import sys

from judge.packages.place import MARKS
from judge.packages.readers import ORIGINS


def test_the_marks_of_packages_are_those_of_all_origins() -> None:
    assert {*MARKS} == {origin.mark for origin in ORIGINS} - {""}


def test_a_run_of_no_package_loads_no_reader() -> None:
    script = "import sys, judge.commands.run; print([name for name in sys.modules if 'packages' in name])"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert loaded == "['judge.packages', 'judge.packages.place']\n"
