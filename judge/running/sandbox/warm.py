"""Turn a fork of the keeper into a Python program: a fresh `__main__` and the interpreter's shutdown steps.

The keeper never uses `sys.stdin`, `sys.stdout` or `sys.stderr`, so a child finds them unused; only the
underlying descriptors are new. This module provides no security; the seal does.
"""

import atexit
import builtins
import gc
import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _sitebuiltins import Quitter, _Helper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

# modules worth importing before the fork; none of these has side effects on import
PRELOADABLE = frozenset(
    """
    abc array bisect cmath collections contextlib copy dataclasses datetime decimal enum fractions
    functools heapq io itertools json keyword math numbers operator os queue random re reprlib
    statistics string sys threading time types typing
    """.split()  # noqa: SIM905
)
# numpy with its random numbers
_NUMBERS = "numpy.random"
# innermost calls to show; with the interpreter's 1000 the error itself could exceed the kept part of stderr
TRACEBACK_LIMIT = 100
# Python 3.14 and later create annotations on demand.
_ANNOTATED: "dict[str, object]" = {"__annotations__": {}} if sys.version_info < (3, 14) else {}


def prepare(packages: tuple[str, ...]) -> None:
    """Prepare the keeper after its imports: add the names that `python3 -S` lacks compared to `python3`.

    Work done here saves time in every fork, which pays for each page that it touches. With folders of
    `packages` it imports numpy from them. Raises ImportError, and OSError if numpy has started a thread.
    """
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        del sys.modules[name]
    builtins.exit = Quitter("exit", "Ctrl-D (i.e. EOF)")
    builtins.quit = Quitter("quit", "Ctrl-D (i.e. EOF)")
    builtins.help = _Helper()
    if packages:
        _load_numpy(packages)
    gc.disable()
    _freeze()


def preload(names: tuple[str, ...]) -> None:
    """Import the harmless modules among `names` into the keeper."""
    missing = PRELOADABLE.intersection(names).difference(sys.modules)
    for name in sorted(missing):
        try:
            __import__(name)
        except ImportError:  # this Python was built without it
            continue
    if missing:
        _freeze()


def _load_numpy(packages: tuple[str, ...]) -> None:
    sys.path.extend(packages)
    __import__(_NUMBERS)
    if len(os.listdir("/proc/self/task")) > 1:
        raise OSError("numpy has started threads, which a fork would not have")


def _freeze() -> None:
    """Hide existing objects from the garbage collector, which would copy all their pages in a fork."""
    gc.collect()
    gc.freeze()


def read_code(descriptor: int) -> bytes:
    return os.pread(descriptor, os.lseek(descriptor, 0, os.SEEK_END), 0)


def run(program: bytes, argv: tuple[str, ...]) -> int:
    """Run a program in the calling, sealed child like the interpreter. Return its exit code."""
    codes, source, modules = marshal.loads(program)
    filename = argv[0]
    if modules:
        sys.meta_path.insert(0, Modules(modules))
    main = type(sys)("__main__")
    main.__dict__.update(__file__=filename, __builtins__=builtins, __cached__=None, **_ANNOTATED)
    sys.modules["__main__"] = main
    sys.argv = [*argv]
    gc.enable()
    if numbers := sys.modules.get(_NUMBERS):
        numbers.seed()  # otherwise every fork would draw the same numbers
    # leave the program its full recursion depth; exec counted as a frame before 3.12
    sys.setrecursionlimit(sys.getrecursionlimit() + _depth() + (sys.version_info < (3, 12)))
    status = 0
    try:
        for code in codes:
            exec(code, main.__dict__)
    except SystemExit as end:
        status = _exit_code(end.code)
    except BaseException as error:
        status = 1
        sources = {filename: source, **{file: text for file, _, text in modules}}
        _show(error.with_traceback(error.__traceback__ and error.__traceback__.tb_next), sources)
    return 120 if _finish(main.__dict__) else status


class Modules:
    """An import hook for the modules that come with a program. They win over others of the same name."""

    def __init__(self, modules: "tuple[tuple[str, CodeType, bytes], ...]") -> None:
        self._codes = {file.partition(".")[0]: (file, code) for file, code, _ in modules}
        for name in self._codes.keys() - set(sys.builtin_module_names):
            sys.modules.pop(name, None)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self._codes:
            return None
        spec = ModuleSpec(name, self, origin=self._codes[name][0])  # type: ignore[arg-type]
        # needed for the module's __file__
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None for the default module object."""

    def exec_module(self, module: "ModuleType") -> None:
        exec(self._codes[module.__name__][1], module.__dict__)


def _show(error: BaseException, sources: dict[str, bytes]) -> None:
    """Print an exception like the interpreter, but with source lines that are in no file.

    The modules for this are imported only now. If that fails, for example without memory, no line is quoted.
    """
    if sys.excepthook is sys.__excepthook__:
        try:
            import linecache
            import traceback

            for file, source in sources.items():
                lines = [line.decode(errors="replace") + "\n" for line in source.splitlines()]
                linecache.cache[file] = len(source), None, lines, file
            sys.stderr.write("".join(traceback.format_exception(error, limit=-TRACEBACK_LIMIT)))
            return
        except BaseException:
            gc.collect()
    sys.excepthook(type(error), error, error.__traceback__)


def _depth() -> int:
    frame, depth = sys._getframe(), 0
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    return depth


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF if code.bit_length() < 64 else 0xFF
    print(code, file=sys.stderr)
    return 1


def _finish(names: dict[str, object]) -> bool:
    """Run the visible steps of Py_FinalizeEx. Return True if the output could not be written."""
    if "threading" in sys.modules:
        # Like the interpreter, use any module that the program may have put there.
        threading: Any = sys.modules["threading"]
        try:
            threading._shutdown()
        except BaseException as error:
            where = "on threading shutdown:" if sys.version_info >= (3, 13) else f"in: {threading!r}"
            _ignore(error.with_traceback(error.__traceback__ and error.__traceback__.tb_next), where)
    atexit._run_exitfuncs()
    failed = _flush("stdout") | _flush("stderr")
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    # drop all references, so that files which the program left open are flushed
    for name in [*(name for name in names if name[:1] == "_"), *names]:
        if name != "__builtins__":
            names[name] = None
    gc.collect()
    return failed or _flush("stdout")


def _flush(name: str) -> bool:
    """Flush a stream, which a program may have replaced. Return True if it could not be written."""
    stream = sys.__dict__.get(name)
    try:
        if stream is not None and not getattr(stream, "closed", False):
            stream.flush()
    except BaseException as error:
        _ignore(error.with_traceback(None), _where(name, stream))
        return True
    return False


def _ignore(error: BaseException, where: str) -> None:
    print(f"Exception ignored {where}", file=sys.stderr)
    sys.__excepthook__(type(error), error, error.__traceback__)


def _where(name: str, stream: object) -> str:
    """Describe a stream that failed to flush, in the words of this version of the interpreter."""
    if sys.version_info < (3, 13):
        return f"in: {stream!r}"
    return f"{'on' if sys.version_info < (3, 14) else 'while'} flushing sys.{name}:"
