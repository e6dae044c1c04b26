"""The signature of a function that is known by its name or by starter code."""

import pytest

from judge.subjects.signatures.starters import find_signature


@pytest.mark.parametrize(
    ("name", "starter", "signature"),
    [
        ("f", "", "any f(...)"),
        ("Solution.f", "", "any f(...)"),
        ("", "def f(a, b):", "any f(...)"),
        ("g", "def f(a):\n    pass\ndef g(a):\n    pass", "any g(...)"),
        (
            "",
            "# class ListNode:\n#     def __init__(self, x): pass\ndef f(x: ListNode):",
            "any f(ListNode x)",
        ),
        ("", "def f(\n    self,\n    a: List[Optional[ListNode]],\n) -> bool:", "any f(ListNode[] a)"),
        ("", "def f(self, a: Dict[str, int]) -> None:", "void f(any a)"),
        ("", "def f(a: int, b: Tuple[int, int] = (0, 1), c={1, 2}) -> int:", "any f(...)"),
        ("f", "def f(a: ListNode, b=(0, 1), c={1: [2, 3]}) -> None:", "void f(ListNode a, any b, any c)"),
        (
            "",
            'def f(a, k):\n    """\n    :type a: List[ListNode]\n    :type k: int\n    :rtype: ListNode',
            "ListNode f(ListNode[] a, any k)",
        ),
        ("", 'def f(self, a):\n    """\n    :rtype: None Do not return anything.\n', "void f(any a)"),
        ("g", "def f(a):\n    ':rtype: TreeNode'\ndef g(a):\n    ':rtype: int'\n", "any g(...)"),
    ],
)
def test_a_signature_comes_from_a_name_or_starter_code(name: str, starter: str, signature: str) -> None:
    assert find_signature(name, starter) == signature
