# hostile: {entry: 70, expect: AC, why: files of the user and of the machine}
import errno
import os
import pwd
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


refused("the secret", lambda: open(keys["secret"], "rb").read())
refused("its folder", lambda: os.listdir(os.path.dirname(keys["secret"])))
for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/root/.bashrc", "/proc/self/maps", "/proc/cpuinfo"):
    refused(path, lambda path=path: open(path, "rb").read(), errno.ENOENT)
for path in ("/", "/root", "/home", "/etc", "/tmp", "/proc", "/sys"):
    refused(path, lambda path=path: os.listdir(path), errno.ENOENT)
try:
    if pwd.getpwall():
        leaks.append("the list of users")
except OSError:
    pass
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
