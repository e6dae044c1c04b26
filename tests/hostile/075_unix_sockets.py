# hostile: {entry: 75, expect: AC, why: a socket of the host by its path or by its abstract name}
import errno
import socket
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


for name in (keys["unix_socket"], "\0" + keys["abstract"]):
    refused(f"connect to {name!r}", lambda name=name: socket.socket(socket.AF_UNIX).connect(name))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
