# hostile: {entry: 61, expect: AC, open: true, closed_at: strict, why: the size of the answer and when it was written}
# Landlock does not restrict stat.
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


refused("stat", lambda: os.stat(keys["answer"]))
refused("chdir", lambda: os.chdir(os.path.dirname(keys["answer"])))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
