# hostile: {entry: 53, expect: AC, open: true, open_if: --cold, why: starts another interpreter with other options}
# A fork of a warm interpreter executes nothing; a cold one must be executable and stays inside the same walls.
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


refused("exec", lambda: os.execv(sys.executable, ["python", "-c", "print('LEAKED: a fresh Python')"]))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
