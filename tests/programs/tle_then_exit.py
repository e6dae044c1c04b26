# judge: {format: text, expect: {"*": TLE}}
"""Computes beyond the limit, then ends by itself with an exit code: time limit exceeded, not a crash."""

import sys
import time

while time.process_time() < 0.105:
    pass
sys.exit(1)
