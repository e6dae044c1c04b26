# hostile: {entry: 83, expect: AC, why: frames and gc and modules of an interpreter that knows the answer}
import gc
import sys
import threading

marker = "-".join(["THE", "ANSWER", "MARKER"])  # put together here, so that no constant of this file contains it
leaks = set()


def look(value, where, depth=0):
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        text = value if isinstance(value, str) else bytes(value).decode("latin-1")
        if marker in text and value is not marker:
            leaks.add(where)
    elif depth < 4 and isinstance(value, dict):
        for name, part in list(value.items()):
            look(part, f"{where}[{name!r:.40}]", depth + 1)
    elif depth < 4 and isinstance(value, (list, tuple, set, frozenset)):
        for part in list(value):
            look(part, where, depth + 1)


frame = sys._getframe()
while frame := frame.f_back:
    look(dict(frame.f_locals), f"locals of {frame.f_code.co_name}")
    look(frame.f_globals, f"globals of {frame.f_code.co_name}")
for found in gc.get_objects():
    look(found, f"a {type(found).__name__}")
for name, module in list(sys.modules.items()):
    look(vars(module), f"module {name}")
    if name.split(".")[0] in ("judge", "yaml", "msgspec", "rich", "pytest"):
        leaks.add(f"module {name} of the harness")
look([thread.name for thread in threading.enumerate()], "threads")
print("LEAKED: " + ", ".join(sorted(leaks)[:9]) if leaks else "contained")
