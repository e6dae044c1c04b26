# hostile: {entry: 49, expect: AC, why: only a few plain names are in the environment of the interpreter}
# os.environ is a copy: the kernel and the C library have their own.
import ctypes
import os

entries = [name.encode() for name in os.environ]
array = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
at = 0
while array and array[at]:
    entries.append(array[at])
    at += 1
try:
    with open("/proc/self/environ", "rb") as file:
        entries += filter(None, file.read().split(b"\0"))
except PermissionError:
    pass
names = {entry.split(b"=")[0].decode() for entry in entries}
names -= {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PWD", "TMPDIR"}
names = sorted(name for name in names if not name.startswith("PYTHON"))
print("LEAKED: " + ", ".join(names) if names else "contained")
