"""Try the sandbox: check that a program runs at a level and cannot do forbidden things there."""

from collections.abc import Callable

from msgspec import Struct

from judge.model.runs import Ending, Limits, Run
from judge.platform.errors import UsageError, printable
from judge.running.keeper_client import Level
from judge.running.runner import Runner

_LIMITS = Limits(cpu_s=5, memory_bytes=256 << 20, output_bytes=1 << 20)
# Prints its abilities. A started process exits immediately.
_TRIES = b"""\
import os, socket

def start():
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)

def can(deed):
    try:
        deed()
    except OSError:
        return False
    return True

print("files" if can(lambda: open("/etc/passwd").close()) else "-")
print("network" if can(lambda: socket.socket().close()) else "-")
print("processes" if can(start) else "-")
"""
# abilities that a level is known to leave open
_KNOWN = {"basic": {"files"}, "default": set[str](), "strict": set[str]()}


class Trial(Struct, frozen=True, kw_only=True):
    """The result of a trial: the level in force, or the reason why the sandbox does not work."""

    in_force: Level | None = None
    why_not: str = ""


def try_level(level: Level, *, open_runner: Callable[..., Runner] = Runner) -> Trial:
    """Run a program at this level that tries forbidden things."""
    try:
        with open_runner(core=None, level=level) as runner:
            in_force = runner.level()
            script = runner.compile_python(_TRIES, "trial.py", _LIMITS)
            run = script if isinstance(script, Run) else runner.run(script, b"", _LIMITS)
    except UsageError as error:
        return Trial(why_not=str(error).partition(": ")[2])
    if run.ending is not Ending.FINISHED or run.exit_code:
        last = run.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return Trial(why_not=f"a program does not run: {run.detail or printable(last) or run.ending.value}")
    found = run.stdout.decode().split()
    if leaks := {*found} - {"-"} - _KNOWN[in_force]:
        return Trial(why_not=f"a program is not sealed from {', '.join(sorted(leaks))}")
    return Trial(in_force=in_force)
