# hostile: {entry: 12, expect: AC, why: clocks for a heuristic are allowed}
import datetime
import time

clocks = [time.time, time.monotonic, time.perf_counter, time.process_time, time.thread_time]
ticks = [clock() for clock in clocks]
time.sleep(0.001)
assert all(clock() >= tick for clock, tick in zip(clocks, ticks, strict=True))
assert datetime.datetime.now().year > 2000
print("contained")
