# judge: {format: poj, expect: {"*": SK}}
"""Solves grids, but the case is a sum: skipped."""
