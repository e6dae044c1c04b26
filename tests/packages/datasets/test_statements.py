"""Sentences of statements: which outputs they allow, and which problems they describe."""

import pytest

from judge.packages.datasets.statements import allows_any_case, find_obstacle


@pytest.mark.parametrize(
    "statement",
    [
        # Codeforces, AtCoder's translations and CodeChef
        "You can print each letter in any case (upper or lower).",
        "You may print every letter in any case you want (so, for example, the strings yEs are recognized).",
        "You can output each letter in any case (lowercase or uppercase).",
        "You can output “YES” and “NO” in any case (for example, strings “yES” will be recognized).",
        "You can output the answer in any case\n(for example, yes).",
        "You can print each letter in arbitrary case.",
        "You can print letters in any register.",
        "You may print each character of the string in uppercase or lowercase.",
        "You are allowed to print each letter in either case.",
        "You can write the word in any (upper or lower) case.",
        "The answer may be printed in any case.",
        "The output can be in any case.",
        "If it is not possible, print NO. Print YES or NO in any case.",
        'If there is none, output "Impossible" in any case.',
        "The checker is case-insensitive.",
        "Your output will be compared case insensitively.",
    ],
)
def test_letters_may_be_printed_in_any_case(statement: str) -> None:
    assert allows_any_case(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "Alice moves first in any case. Print the word.",
        "In any case, print the real number.",
        "Print the sum.\n\nIn any case, the answer fits into 64 bits.",
        "It can be shown that the answer exists in any case.",
        "Print the real number in any case.",
        # Codeforces 1703A, about the input
        'Check if it is equal to "YES" (without quotes), where each letter can be in any case.',
        "The name is given in any case. Print it in lowercase.",
        "You can not print letters in any case.",
        "The letters must not be printed in any case.",
        "Do not print YES in any case.",
        "You can print the word, but not in any case.",
        "The checker is not case-insensitive.",
        "Print 1 if the words are equal, case-insensitively, and 0 otherwise.",
        "Output the number of words that are equal when compared case-insensitively.",
        "You can print -1 in any case where there is no way.",
    ],
)
def test_the_case_of_letters_counts(statement: str) -> None:
    assert not allows_any_case(statement)


@pytest.mark.parametrize(
    ("statement", "is_interactive"),
    [
        ("This is an interactive problem.", True),
        ("This problem is interactive.", True),
        ("The first task is not hard. This is an interactive task.", True),
        ("This is not an interactive problem.", False),
        ("This is **not** an interactive problem.", False),
        ("This isn't an interactive problem.", False),
        ("This is a non-interactive problem.", False),
        ("This problem is not interactive.", False),
    ],
)
def test_an_interactive_problem_says_so(statement: str, is_interactive: bool) -> None:
    assert find_obstacle(statement) == ("interactive" if is_interactive else "")
