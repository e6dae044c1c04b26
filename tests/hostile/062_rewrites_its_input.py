# hostile: {entry: 62, expect: AC, why: reopens its input for writing and changes the case for every later run}
import errno
import os
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


def rewrite(path):
    with open(path, "r+b", buffering=0) as file:
        file.write(b"x")


def truncate():
    os.close(os.open("/proc/self/fd/0", os.O_WRONLY | os.O_TRUNC))


for path in ("/proc/self/fd/0", "/dev/stdin"):
    refused(path, lambda path=path: rewrite(path))
refused("O_TRUNC", truncate)
refused("truncate", lambda: os.truncate(0, 0), errno.EBADF, errno.EINVAL)
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
