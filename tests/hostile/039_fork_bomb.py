# hostile: {entry: 39, expect: AC, why: up to 100 children by every means of Python}
# Each child leaves within two seconds.
import errno
import os
import subprocess
import sys
import time


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


def fork(call=os.fork):
    if call() in (0, (0, -1)):
        time.sleep(2)
        os._exit(0)


refused("fork", fork, errno.EAGAIN)
refused("posix_spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}), errno.EAGAIN)
refused("subprocess", lambda: subprocess.run(["/bin/true"], check=False), errno.EAGAIN)
if leaks:
    for _ in range(100):
        fork()
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
