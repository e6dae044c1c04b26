"""A server whose `POST /run_code` starts an interpreter: `stand_in_server.py PORT`, until a signal."""

import http.server
import sys

from contenders import RunCode


def main(port: str) -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), RunCode) as server:
        print("serving", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
