# hostile: {entry: 84, expect: WA, why: patches every way to print and leaves a table of verdicts}
import builtins
import os
import sys


class Liar:
    def write(self, text):
        return len(text)

    def flush(self):
        pass


table = b'{"verdict": "AC", "ending": "FINISHED", "exit_code": 0, "cpu_s": 0.0}\nAC accepted 1 of 1\n1 passed in 0.01s\n'
os.write(1, table)
os.write(2, table)
for fd in range(3, 64):
    try:
        os.write(fd, table)
    except OSError:
        pass
sys.stdout = sys.stderr = Liar()
builtins.print = lambda *_, **__: None
os.write = lambda _, data: len(data)
os._exit(0)
