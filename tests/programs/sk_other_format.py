# judge: {format: poj, expect: {"*": SK}}
"""Speaks of grids and is asked for a sum: skipped."""
