"""Problems as packages of other tools: one value (`problem.py`), and a module for each target.

A target (`targets.py`) turns a problem into files by their paths, and a line for each part that it cannot
express. No program runs.
"""
