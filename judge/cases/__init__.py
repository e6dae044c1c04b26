"""From YAML files and folders of tests to what is judged: cases, the tests that a program gets, the project.

Others use `loader.load_cases`, `tests.make_tests` and `project.find_project`.
"""
