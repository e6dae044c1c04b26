"""`judge listen`: receives problems from the browser extension Competitive Companion."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec.structs import replace

from judge.cases.case_file import find_case_file
from judge.cases.project import Project
from judge.options.declaration import Command, option
from judge.options.groups import Home
from judge.options.kinds import LANGUAGE, PORT
from judge.packages.companion import Posted, read_post
from judge.packages.imports import create_problem
from judge.packages.loopback_server import open_server
from judge.packages.names import number_names
from judge.packages.place import find_home
from judge.packages.template import Template, find_template
from judge.platform import interrupts
from judge.platform.errors import InputErrors, UsageError, counted, listed
from judge.platform.files import CASE_FILE_BYTES, require
from judge.platform.interrupts import INTERRUPTED
from judge.show.step_log import held, warn
from judge.yaml.document import load

# The default ports of Competitive Companion.
_PORTS = (1327, 4244, 6174, 10042, 10043, 10045, 27121)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    port: int | None = option("--port", PORT, "listen on this port instead of the extension's usual ones")
    language: str | None = option(
        "--language", LANGUAGE, "the language of new programs (default: that of your only template, else cpp)"
    )
    folders: Home


@held()
def listen(arguments: Arguments) -> int:
    """Create a problem from each message until interrupted. Ctrl-C is the normal end."""
    home = find_home(arguments.folders.root)
    inbox = _Inbox(home, find_template(arguments.language, home.languages))
    ports = (arguments.port,) if arguments.port else _PORTS
    with open_server(ports, inbox.take, inbox.refuse) as server:
        if not server.ports:
            raise UsageError(f"--port: expected a free port, got none of {listed([*map(str, ports)])}")
        try:
            open_to = f"listening for Competitive Companion on {listed([*map(str, server.ports)])}"
            print(f"{open_to}; problems go to {home.root.resolve()}; Ctrl-C ends it", flush=True)
            server.serve()
        except KeyboardInterrupt:
            inbox.close()
            if interrupts.exit_code() != INTERRUPTED:
                raise
    return 0


class _Inbox:
    """Creates problems of the project one after another, and prints a line for each."""

    def __init__(self, home: Project, template: Template) -> None:
        self._home, self._template = home, template
        self._batches: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, data: bytes) -> None:
        """Create a problem. Raises ValueError for a bad message, InputErrors if it cannot be created."""
        posted = read_post(data)
        with self._lock:
            self._batches[posted.batch] += 1
            number = f"{self._batches[posted.batch]} of {posted.size}: " if posted.size > 1 else ""
            name, is_there = self._name(posted)
            if is_there:
                print(f"{number}{name} is here already and stays as it is", flush=True)
                return
            package = replace(posted.package, name=name)
            create_problem(package, self._template, self._home)
            print(f"{number}{name}, {', '.join(_told(posted))}", flush=True)
            warn(f"{name}: {line}" for line in posted.unsaid)

    def refuse(self, line: str) -> None:
        with self._lock:
            warn([f"refused: {line}"])

    def close(self) -> None:
        """Wait for the problem that is being created, and take no more."""
        self._lock.acquire()

    def _name(self, posted: Posted) -> tuple[str, bool]:
        """Return a free name and False, or the name of the same problem here and True."""
        for name in number_names(posted.package.name):
            case_file = find_case_file(self._home.cases, name)
            if case_file and posted.url and _source(case_file) == posted.url:
                return name, True
            places = (self._home.cases / name, self._home.solutions / f"{name}{self._template.suffix}")
            if not case_file and not any(map(os.path.lexists, places)):
                return name, False
        raise AssertionError("names never end")


def _told(posted: Posted) -> Iterator[str]:
    yield counted(sum(name.endswith(".in") for name in posted.package.tests), "test")
    yield f"{posted.package.stated['time']} and {posted.package.stated['memory']}"
    if posted.group:
        yield posted.group


def _source(case_file: Path) -> str:
    """Return the source that a case file states, or an empty text."""
    try:
        tree: Any = load(require(case_file, CASE_FILE_BYTES), case_file)
    except InputErrors:
        return ""
    return str(tree.get("source", "")) if isinstance(tree, dict) else ""


_EXAMPLES = (("judge listen", "then press the extension's button on a problem"),)
COMMAND = Command(Arguments, listen, examples=_EXAMPLES)
