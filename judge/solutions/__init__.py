"""From a folder of programs to solutions, with the facts that each states and what it is expected to get.

Others use `loader.load_solutions` and `expectations.revision`.
"""
