"""The machine that the judge runs on: its name and its identity."""

import os
import platform
import re
import time
from functools import cache
from itertools import pairwise
from pathlib import Path

_CLOCK_SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
_READINGS = 2000


@cache
def processor() -> str:
    try:
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor()


@cache
def identity() -> str:
    """Return everything about the machine that times depend on: processors, kernel, id of the installation.

    The host name is left out, since each container gets a new one.
    """
    kernel = os.uname()
    try:
        installation = Path("/etc/machine-id").read_text().strip()
    except (OSError, UnicodeDecodeError):
        installation = ""
    return repr((processor(), os.cpu_count(), kernel.machine, kernel.sysname, kernel.release, installation))


def describe() -> str:
    """Return the name of the machine, and the number and the name of its processors."""
    return f"{os.uname().nodename}, {os.cpu_count()} x {processor()}"


def system() -> str:
    """Return the names of the distribution and of the C library."""
    try:
        distribution = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        distribution = "a distribution without a name"
    library = " ".join(filter(None, platform.libc_ver())) or "a C library that is not glibc"
    return f"{distribution}, {library}"


def is_filtered() -> bool:
    """Return True if the process has a seccomp filter, for example in a container."""
    try:
        return re.search(r"^Seccomp:\s*2$", Path("/proc/self/status").read_text(), re.MULTILINE) is not None
    except OSError:
        return False


def clock_source() -> str:
    """Return the name of the kernel's clock. `tsc` and virtual clocks are steady and quick to read."""
    try:
        return _CLOCK_SOURCE.read_text().strip()
    except OSError:
        return "unknown"


def cpu_clock_step_s() -> float:
    """Return the smallest observed step of the CPU clock of this process."""
    readings = [time.process_time_ns() for _ in range(_READINGS)]
    steps = [after - before for before, after in pairwise(readings) if after > before]
    return min(steps, default=0) / 1e9
