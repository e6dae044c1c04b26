# hostile: {entry: 84, expect: AC, why: its parent in the same interpreter can no longer leave by os._exit}
import atexit
import os
import sys
import threading

print("contained", flush=True)
os._exit = sys.exit = lambda *_: None
os.waitpid = os.wait4 = lambda *_: (0, 0)
os.read = os.recv = lambda *_: b""
atexit._run_exitfuncs = threading._shutdown = lambda: None
sys.excepthook = sys.unraisablehook = lambda *_: None
