# hostile: {entry: 63, expect: AC, why: writes next to itself and the answer; leaves a cache; renames cases}
import errno
import os
import sys
import tempfile


class Keys(dict):
    def __missing__(self, name):
        sys.exit(print("LEAKED: no key", name))


keys = Keys(line.rstrip("\n").split("=", 1) for line in sys.stdin if "=" in line)
hidden = {errno.ENOENT, errno.ESRCH, errno.EROFS} if keys.get("level") == "strict" else set()
leaks = []


def refused(what, deed, *also):
    """Count only the errors of a refusal: any other error means that the kernel tried."""
    try:
        deed()
    except OSError as error:
        print(f"{what}: {error}", file=sys.stderr)
        if error.errno in {errno.EPERM, errno.EACCES, errno.ENOSYS, *hidden, *also}:
            return
        what += f" ({error})"
    leaks.append(what)


here = os.path.dirname(os.path.abspath(__file__))
case = os.path.dirname(keys["answer"])
for place in (".", here, case, keys["writable_dir"], "/tmp", "/dev/shm"):
    refused(f"temporary file in {place}", lambda place=place: tempfile.TemporaryFile(dir=place).close())
    refused(f"folder in {place}", lambda place=place: tempfile.TemporaryDirectory(dir=place).cleanup())
refused("anywhere", lambda: tempfile.TemporaryFile().close(), errno.ENOENT)
refused("itself", lambda: open(__file__, "ab").close())
refused("rename", lambda: (os.rename(keys["answer"], case + "/moved"), os.rename(case + "/moved", keys["answer"])))
refused("the standard library", lambda: open(tempfile.__file__, "ab").close())
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
