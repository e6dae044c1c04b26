# hostile: {entry: 61, expect: AC, why: reads the answer and lists its folder}
import errno
import os
import pathlib
import sys


class Keys(dict):
    def __missing__(self, name):
        sys.exit(print("LEAKED: no key", name))


keys = Keys(line.rstrip("\n").split("=", 1) for line in sys.stdin if "=" in line)
hidden = {errno.ENOENT, errno.ESRCH} if keys.get("level") == "strict" else set()
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


answer = keys["answer"]
refused("open", lambda: open(answer, "rb").read())
refused("pathlib", lambda: pathlib.Path(answer).read_bytes())
refused("root of /proc", lambda: open("/proc/self/root" + answer, "rb").read())
refused("list", lambda: os.listdir(os.path.dirname(answer)))
refused("scan", lambda: next(os.scandir(os.path.dirname(answer))))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
