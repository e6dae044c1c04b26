# hostile: {entry: 74, expect: AC, why: TCP and UDP and HTTP; connects and listens}
import errno
import socket
import sys
import urllib.request


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


port = int(keys["tcp_port"])
refused("TCP", lambda: socket.create_connection(("127.0.0.1", port), 2))
refused("UDP", lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(keys["udp_port"]))))
refused("server", lambda: socket.create_server(("127.0.0.1", 0)))
try:
    urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=1)
    leaks.append("HTTP")
except OSError as error:
    if getattr(error, "reason", error).errno not in (errno.EPERM, errno.EACCES):
        leaks.append(f"HTTP ({error})")
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
