"""The machine that the judge runs on: what it is called, and what tells it from others."""

import os
import platform
import re
from functools import cache
from pathlib import Path


@cache
def processor() -> str:
    """What the kernel calls the processor."""
    try:
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor()


@cache
def identity() -> str:
    """What times hang on: the processors, their kernel, and the id of the installation where it has one.

    The name of the host is no part of it: a container gets a new one each time.
    """
    kernel = os.uname()
    try:
        installation = Path("/etc/machine-id").read_text().strip()
    except (OSError, UnicodeDecodeError):
        installation = ""
    return repr((processor(), os.cpu_count(), kernel.machine, kernel.sysname, kernel.release, installation))
