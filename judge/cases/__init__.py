"""Cases: reads the project, its case files and folders of tests, and makes the tests that a program gets.

The interface is `loader.load_cases`, `tests.make_tests` and `project.Project`.
"""
