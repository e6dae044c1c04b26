"""The driver of a Python class: names before it, and a call of its methods after it.

Source of the names and their order: https://github.com/yihong0618/gitblog/issues/205, where a program prints
the file that the site builds around it.
"""

from judge.running.languages.entry.texts import text_of
from judge.subjects.signatures.signature import UNANSWERED, Method, Signature
from judge.subjects.signatures.values import CHAIN, TREE, Type

_MODULES = """
    string re datetime collections heapq bisect copy math random statistics itertools functools operator io
    sys json
""".split()  # noqa: SIM905

# Names that the site puts before a class.
PRELUDE = "\n".join(
    (
        *(f"from {module} import *" for module in (*_MODULES, "builtins")),
        f"import {', '.join(_MODULES)}",
        "from typing import *",
        "",
    )
)
# A class whose file is also a program may read its input when it is defined. The answer goes to the original
# stdout, and in an empty file it replaces a mark; the program's own output goes to stderr.
BEFORE = f"""{PRELUDE}__given__ = __import__('sys').stdin.buffer.read()
__answer__ = __import__('os').dup(1)
__marked__ = (lambda file: file.st_mode >> 12 == 8 and not file.st_size)(__import__('os').fstat(1))
__marked__ and __import__('os').write(1, {UNANSWERED!r})
__import__('os').dup2(2, 1)
"""
# Without types a source may also be a program: what follows `if __name__ == "__main__"` does not run.
_AS_MODULE = """__name__ = 'solution'
__import__('sys').modules['solution'] = __import__('sys').modules['__main__']
"""
# The names that the source has not defined itself.
_NAMES = "__before__ = dict(globals())\n"
_NODES = {TREE, CHAIN}
# Types that `json` does not print correctly by itself.
_PRINTED = {*_NODES, "double"}


def before(signature: Signature) -> str:
    """Return the code to run before a class, which defines the names that it may use."""
    nodes = text_of("nodes.py") if signature.words() & _NODES else ""
    return BEFORE + nodes + ("" if signature.is_typed else _AS_MODULE) + _NAMES


def after(signature: Signature) -> str:
    """Return the code to run after a class, which calls its methods."""
    methods = {method.name: _shapes(method) for method in signature.methods}
    constructor = signature.constructor and _shapes(signature.constructor)[0]
    changed = None if constructor is not None else signature.methods[0].changed
    words = f"{signature.name!r}, {constructor!r}, {methods!r}, {changed!r}, {not signature.is_typed}"
    return f"{text_of('call.py')}\n__site__({words})\n"


def program(signature: Signature) -> str:
    """Return the code for an external interpreter, whose argument is the path of the class."""
    return f"""
{before(signature)}
del sys.argv[0]
__file__ = sys.argv[0]
exec(compile(io.open(__file__, "rb").read(), __file__, "exec", dont_inherit=True))
{after(signature)}
"""


def nothing(signature: Signature) -> str:
    """Return the source of a class that does nothing."""
    names = ["__init__"] if signature.constructor else [method.name for method in signature.methods]
    methods = "".join(f"    def {name}(self, *_): pass\n" for name in names)
    return f"class {signature.name}:\n{methods}"


_Shape = str | tuple["_Shape"] | None


def _shapes(method: Method) -> tuple[tuple[_Shape, ...] | None, _Shape]:
    """Return the shapes of the arguments, None for any arguments, and the shape of the answer."""
    given = None if method.is_open else tuple(_shape(type, _NODES) for type, _ in method.parameters)
    return given, _shape(method.result, _PRINTED)


def _shape(type: Type | None, words: set[str]) -> _Shape:
    """Return how to convert a value from or to JSON; None if no conversion is necessary."""
    if type is None or not type.words() & words:
        return None
    return (_shape(type.inner, words),) if type.inner else type.word
