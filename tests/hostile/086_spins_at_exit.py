# hostile: {entry: 86, expect: TLE, why: an exit function spins after the right answer}
import atexit
import time


@atexit.register
def spin():
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass


print("contained", flush=True)
