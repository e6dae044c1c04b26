"""Benchmarks: rounds of measurements, intervals, places, baselines, time limits and counts of work.

The interface is `measure.measure`, `standings.Comparison` and `time_limit.find_window`.
"""
