"""Problems as packages of other tools: one value (`problem.py`), and a module for each target.

A target (`targets.py`) makes files of a problem, by their paths in a folder, and a line for each thing that
it cannot say. Nothing is run.
"""
