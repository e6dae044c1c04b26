"""Repeated times and what they prove: rounds, intervals, places, baselines, limits, counts.

Others use `measure.measure`, `standings.Comparison` and `time_limit.window`.
"""
