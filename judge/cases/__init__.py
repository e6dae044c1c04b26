"""From YAML files to what is judged: cases, the tests that a program gets, and where a project lies.

Others use `loader.load_cases`, `tests.tests_of` and `project.find_project`.
"""
