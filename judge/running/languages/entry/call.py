# Runs after a class in the same namespace: the class may have redefined any global name.
def __site__(name, constructor, methods, changed, may_be_free):
    """Call the methods that the input names, and print the answer to the original stdout.

    `constructor` holds the shapes of its arguments, `methods` maps names to the shapes of the arguments and
    of the answer. A shape is None for a plain JSON value, a tuple of one for an array, else the type's name.
    Without shapes any arguments are plain. If it `may_be_free`, the one method may be outside of a class.
    """
    import json
    import sys
    from builtins import getattr, id, int, isinstance, zip
    from types import CoroutineType

    known, method_of, find_function = __site_finders__(name, may_be_free)

    def call(function, shapes, values):
        given = values if shapes is None else [read(shape, value) for shape, value in zip(shapes, values, strict=True)]
        answer = function(*given)
        if isinstance(answer, CoroutineType):
            from asyncio import run

            answer = run(answer)
        return given, answer

    # The limit is for conversions by the class, not for its arguments.
    set_most_digits = getattr(sys, "set_int_max_str_digits", id)
    most_digits = getattr(sys, "get_int_max_str_digits", int)()
    read, write = __site_reader__(known), __site_writer__(is_typed=not may_be_free)
    set_most_digits(0)
    lines = [json.loads(line) for line in __given__.splitlines()]
    set_most_digits(most_digits)
    if constructor is None:
        ((wanted, (shapes, result)),) = methods.items()
        given, answer = call(find_function(wanted), shapes, lines)
        text = write(result, answer if changed is None else given[changed])
    else:
        (first, *names), (values, *rest) = lines
        _, holder = call(known(first), constructor, values)
        texts = ["null"]
        for wanted, values in zip(names, rest, strict=True):
            shapes, result = methods[wanted]
            _, each = call(method_of(holder, wanted), shapes, values)
            texts.append(write(result, each))
        text = "[" + ",".join(texts) + "]"
    __site_print__(text)


def __site_print__(text):
    """Print a line to the original stdout, instead of the mark if nothing else is there.

    Half of a surrogate pair is printed as JSON escapes it.
    """
    from os import SEEK_SET, fstat, ftruncate, lseek, write

    if __marked__ and fstat(__answer__).st_size == 1:
        ftruncate(__answer__, 0)
        lseek(__answer__, 0, SEEK_SET)
    data = text.encode(errors="backslashreplace") + b"\n"
    while data:
        data = data[write(__answer__, data) :]


def __site_finders__(name, may_be_free):
    """Return the functions that find a class, a method, and the one function. They exit if it is absent."""
    import sys
    from builtins import dir, getattr, globals

    def known(name):
        found = globals().get(name)
        return sys.exit("expected a class " + name + ", got none") if found is None else found

    def method_of(holder, wanted):
        found = getattr(holder, wanted, None)
        if found is None:
            there = ", ".join(name for name in dir(known(name)) if name[0] != "_") or "nothing"
            sys.exit("expected a method " + wanted + " in the class " + name + ", got " + there)
        return found

    def find_function(wanted):
        if not may_be_free:
            return method_of(known(name)(), wanted)
        free = globals().get(wanted)
        is_free = free is not None and free is not __before__.get(wanted)
        if is_free and getattr(globals().get(name), wanted, None) is None:
            return free
        if name not in globals():
            sys.exit("expected a class " + name + " or a function " + wanted + ", got none")
        return method_of(known(name)(), wanted)

    return known, method_of, find_function


def __site_reader__(known):
    """Return the function that turns a JSON value into an argument of a shape."""
    from builtins import isinstance, iter, next, reversed, setattr, tuple

    def chain(values):
        first = None
        # The constructor of a source's own class may take the value alone.
        for value in reversed(values):
            made = known("ListNode")(value)
            made.next = first
            first = made
        return first

    def tree(values):
        values = iter(values)
        root = node(next(values, None))
        queue = [root] if root else []
        for parent in queue:
            for side in ("left", "right"):
                child = node(next(values, None))
                setattr(parent, side, child)
                queue += [child] if child else []
        return root

    def node(value):
        return None if value is None else known("TreeNode")(value)

    def read(shape, value):
        if isinstance(shape, tuple):
            return [read(shape[0], each) for each in value]
        return value if shape is None else {"TreeNode": tree, "ListNode": chain}[shape](value)

    return read


def __site_writer__(is_typed):
    """Return the function that encodes an answer of a shape as JSON.

    If the answer is no such value, the function prints a sentence instead and ends the program. With types an
    array may be any collection or iterator, as on the site, without types only a list or a tuple.
    """
    import json
    import sys
    from builtins import (
        Exception, OverflowError, RecursionError, TypeError, ValueError, bytearray, bytes, dict, float, getattr,
        hasattr, id, int, isinstance, list, set, str, tuple, type,
    )  # fmt: skip
    from collections.abc import Iterator, Reversible, Set
    from math import nan
    from numbers import Number

    arrays = (list, tuple, Iterator, Reversible, Set) if is_typed else (list, tuple)

    most_levels, too_deep = 200, object()

    class Foreign(Exception):
        """A value that JSON does not have, or `too_deep`."""

    def part(node, name):
        if not hasattr(node, name):
            raise Foreign(node)
        return getattr(node, name)

    def values_of(node):
        found, met = [], set()
        while node is not None and id(node) not in met:
            met.add(id(node))
            found.append(part(node, "val"))
            node = part(node, "next")
        return found if node is None else sys.exit("expected a list of nodes with an end, got one with a cycle")

    def levels_of(root):
        queue = [root]
        for node in queue:
            if node is not None:
                queue += (part(node, "left"), part(node, "right"))
        while queue and queue[-1] is None:
            queue.pop()
        return [None if node is None else part(node, "val") for node in queue]

    def plain(shape, value):
        if isinstance(shape, tuple):
            return [plain(shape[0], each) for each in value] if is_array(value) else value
        if shape == "double":
            return real(value) if isinstance(value, int) else value
        return value if shape is None else {"TreeNode": levels_of, "ListNode": values_of}[shape](value)

    def real(value):
        try:
            return float(value)
        except OverflowError:
            return value

    def is_array(value):
        return isinstance(value, arrays) and not isinstance(value, (dict, str, bytes, bytearray))

    def simple(value, level=0):
        if level > most_levels:
            raise Foreign(too_deep)
        if is_array(value):
            return [simple(each, level + 1) for each in value]
        if isinstance(value, dict):
            return {scalar(key): simple(each, level + 1) for key, each in value.items()}
        return scalar(value)

    def scalar(value):
        shape = getattr(value, "shape", None)
        if isinstance(shape, tuple) and not shape:
            value = value.item()  # of numpy
        if value is None or isinstance(value, (str, int, float)):
            return value
        if not isinstance(value, Number) or value.imag:
            raise Foreign(value)
        try:
            whole = int(value.real)
            return whole if whole == value else float(value.real)
        except (OverflowError, ValueError):  # not finite, or larger than all floats
            return nan

    def encode(value):
        try:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        except (RecursionError, ValueError):
            raise Foreign(too_deep) from None

    # The limit is for conversions by the class, not for its answers.
    set_most_digits = getattr(sys, "set_int_max_str_digits", id)
    most_digits = getattr(sys, "get_int_max_str_digits", int)

    def write(shape, value):
        most = most_digits()
        set_most_digits(0)
        try:
            answer = plain(shape, value)
            try:
                return encode(answer)
            except TypeError:
                return encode(simple(answer))
        except Foreign as error:
            (found,) = error.args
            words = ("is" if found is value else "contains") + " a value of type " + type(found).__name__
            __site_print__("the answer " + ("is nested too deeply" if found is too_deep else words))
        finally:
            set_most_digits(most)
        sys.exit()

    return write
