# judge: {format: poj, expect: {"*": AC}}
"""Speaks of grids and is asked for a sum: skipped."""
