# judge: {format: text, expect: {"*": TLE}}
"""Never ends: time limit exceeded."""

while True:
    pass
