"""The program in the answer of a model."""

from pathlib import Path
from textwrap import indent

import pytest
from helpers import REPOSITORY
from hypothesis import given
from hypothesis import strategies as st

from judge.packages.datasets.extraction import extract_code
from judge.running.languages.names import find_tool


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("print(1)\n", "print(1)\n", id="no fence"),
        pytest.param("a\n```\nx\n```\nb", "x\n", id="a fence"),
        pytest.param("```python\nx\n```\n```python\ny\n```", "y\n", id="the last block"),
        pytest.param("```python\nx\n```\n```\noutput\n```", "x\n", id="the block of the language"),
        pytest.param("```py\nx\n```\n```cpp\ny\n```", "x\n", id="another name of the language"),
        pytest.param("```cpp\ny\n```", "y\n", id="another language alone"),
        pytest.param("```python\nx\ny", "x\ny", id="cut off"),
        pytest.param("````\n```\nx\n````", "```\nx\n", id="a fence within a longer one"),
        pytest.param("~~~python\nx\n~~~", "x\n", id="tildes"),
        pytest.param("  ```python\n  x\n  ```", "x\n", id="indented"),
        pytest.param("1. So:\n\n   ```python\n   x\n     y\n\n z\n   ```", "x\n  y\n\nz\n", id="in a list"),
        pytest.param("10. ```python\n    x\n    ```\nThat is all.", "x\n", id="behind the mark of an item"),
        pytest.param("- - ```python\n    x\n    ```", "x\n", id="in a list in a list"),
        pytest.param("\t```python\n\tx\n\t\ty\n    z\n\t```", "x\n\ty\nz\n", id="tabs"),
        pytest.param("  ```python\n\tx\n  ```", "  x\n", id="half of a tab"),
        pytest.param("```python\n\tx\n  \ty\n```", "\tx\n  \ty\n", id="own tabs"),
        pytest.param("  ```python\n   \n  x", " \nx", id="a line of blanks"),
        pytest.param("```python title=a.py\nx\n```", "x\n", id="words behind the name"),
        pytest.param(
            "> So:\n>\n> ```python\n> x\n>   y\n>\n> > 1\n> ```\n", "x\n  y\n\n> 1\n", id="in a quote"
        ),
        pytest.param(">```python\n>x\n>```", "x\n", id="in a quote without blanks"),
        pytest.param("> ```python\n> x\n```python\ny\n```", "y\n", id="a quote that ends before its block"),
        pytest.param("> ```python\n> x\ny\n", "x\n", id="text after a quote"),
        pytest.param("> - ```python\n>   x\n>   ```", "x\n", id="in a list in a quote"),
        pytest.param("```python\n> x\n```", "> x\n", id="marks of a quote within a block"),
        pytest.param("```\nx\n```\n```{.c}\ny\n```\n```{}\nz\n```", "z\n", id="braces without a name"),
        pytest.param("use ``` here", "use ``` here", id="a fence within a line"),
        pytest.param("a word ```other\nx", "a word ```other\nx", id="no language behind words"),
        pytest.param("a\n</think>```python\nx\n```", "x\n", id="a fence right behind a thought"),
        pytest.param("1. So: ```python\n   x\n   ```", "x\n", id="words behind the mark of an item"),
        pytest.param("> So: ```python\n> x\n> ```", "x\n", id="words in a quote"),
        pytest.param("write ```x``` or ```python\nx", "write ```x``` or ```python\nx", id="fences in pairs"),
        pytest.param("```python\nx  # not ```y```\nz\n```", "x  # not ```y```\nz\n", id="a pair in a block"),
        pytest.param("````python\n```cpp\n```\n````", "```cpp\n```\n", id="a program with fences in it"),
        pytest.param("```markdown\n# x\n```", "# x\n", id="prose without a block"),
        pytest.param("````md\nSo:\n```\nx\n```\n````\n", "x\n", id="a block without a language in prose"),
        pytest.param("```python\n# none\n```", "# none\n", id="no code at all"),
        pytest.param("```\nx\n```\n```python\n# x\n```", "x\n", id="code in the other block only"),
        pytest.param("<think>\n1\n</think>\nprint(1)\n", "\nprint(1)\n", id="no fence after a thought"),
        pytest.param("```python\nx\n```\n</think>\nSo it is.", "x\n", id="nothing after a thought"),
        pytest.param(
            "```python\nx = '</think>'\n```", "x = '</think>'\n", id="the end of a thought in a text"
        ),
        pytest.param("```python\r\nx\r\n```\r\n", "x\r\n", id="line ends of Windows"),
    ],
)
def test_the_program_is_taken_out_of_the_answer(text: str, code: str) -> None:
    assert extract_code(text, "python") == code


INFO = [
    "python",
    " python",
    "{.python}",
    "{ .python .numberLines }",
    "{python}",
    "{python, echo=FALSE}",
    "python,x",
]


@given(
    program=st.sampled_from(sorted((REPOSITORY / "solutions").rglob("*.py"))),
    columns=st.integers(0, 12),
    quotes=st.sampled_from(["", "> ", "> > ", "   >> "]),
    fence=st.sampled_from(["```", "~~~~"]),
    info=st.sampled_from(INFO),
)
def test_a_program_is_the_same_at_each_indentation_of_its_fence(
    program: Path, columns: int, quotes: str, fence: str, info: str
) -> None:
    source = program.read_text()
    block = f"{fence}{info}\n{source}{fence}\n"
    text = indent(indent(block, " " * columns), quotes, lambda line: True)
    assert extract_code(f"{text}\n```\nother\n```\n", "python") == source


DRAFT = "for i in\nHmm, wait.\n"
BLOCK = "```python\n{}```\n"
# The ways in which models wrap a program.
WAYS = {
    "a block": BLOCK,
    "words before the fence": "**Answer:** ```python\n{}```\n",
    "words before a longer fence": "Answer: ````py3\n{}````\n",
    "no end": "```python\n{}",
    "a thought with an open draft": f"<think>\n```python\n{DRAFT}</think>\n\n{BLOCK}Done.\n",
    "a thought whose start is in the prompt": f"```python\nx\n```\nNow `</think>`.</think>\n{BLOCK}",
    "a token behind the end": f"{BLOCK[:-1]}<|im_end|>",
    "tags around it": f"<answer>{BLOCK[:-1]}</answer>\n",
    "tags on their lines": f"<answer>\n{BLOCK[:-1]} </answer>\n",
    "two thoughts": f"<think>a</think>\n{BLOCK[:9]}\n{DRAFT}</think> So:\n{BLOCK}",
    "an open draft": f"```python\n{DRAFT}\nBetter:\n\n{BLOCK}",
    "open drafts without a language": f"```\n{DRAFT}\n```py\n{DRAFT}{BLOCK}",
    "prose with as many backticks": f"```markdown\n# So\n\n{BLOCK}```\n",
    "prose with more backticks": f"````markdown\n# So\n\n{BLOCK}It is `O(n)`.\n````\nEnd.\n",
    "a text with more backticks": f"````text\n{BLOCK}````\n```\n6\n```\n",
    "more backticks without a name": f"````\n{BLOCK}````\n",
    "tildes around it": f"~~~~md\n{BLOCK}~~~~\n",
    "an empty block behind it": BLOCK + "```python\n```\n",
    "comments behind it": BLOCK + "Try:\n```python\n# input: 3\n\n  # 1 2 3\n```\n",
    "its output behind it": BLOCK + "It prints\n```\n6\n```\n",
    "another language behind it": BLOCK + "```cpp\nint main() {{}}\n```\n",
}
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="`~"))


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@given(lines=st.lists(LINES, max_size=5))
def test_any_program_is_the_same_in_each_way_of_wrapping_it(way: str, lines: list[str]) -> None:
    source = "".join(f"{line}\n" for line in [*lines, "print(1)"])
    assert extract_code(way.format(source), "python") == source


@given(lines=st.lists(LINES, max_size=5), words=st.sampled_from(["", "\nIt prints\n```\n6\n```\n"]))
def test_a_fence_behind_the_last_line_closes_the_block(lines: list[str], words: str) -> None:
    source = "\n".join([*lines, "print(1)"])
    assert extract_code(f"```python\n{source}```{words}", "python") == source


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(
    "file", sorted((REPOSITORY / "solutions").rglob("*.py"))[:5], ids=lambda file: file.name
)
def test_a_real_program_is_the_same_in_a_list(file: Path, way: str) -> None:
    source = file.read_text()
    text = indent(way.format(source), "   ", lambda line: True)
    assert extract_code(f"- So:\n\n{text}", "python") == source


@pytest.mark.parametrize(
    "text",
    [
        "> " * 5000 + "```\n" + "> " * 4999 + "x\n",
        "```" + "a" * 2_000_000 + "`\n",
        "`" * 2_000_000 + "x`",
        "- " * 1_000_000 + "x",
        "".join("`" * n + "md\n" for n in range(1500, 2, -1)),
    ],
    ids=["quotes", "a word", "backticks", "marks of lists", "prose in prose"],
)
def test_an_answer_made_to_be_slow_is_read_at_once(text: str) -> None:
    assert len(extract_code(text, "python")) <= len(text)


# Names of one language each, with its interpreters and standards.
FAMILIES = [
    ("python", "Python", "py", "py3", "python3", "cpython", "pypy", "pypy3"),
    ("cpp", "c++", "C++", "cc", "cxx", "g++", "c++17", "c++20", "cpp20", "g++17", "gnu++20"),
    ("javascript", "js", "JavaScript", "node", "nodejs"),
    ("c", "gcc"),
    ("typescript", "ts"),
    ("go", "golang"),
    ("rust", "rs"),
    ("kotlin", "kt"),
    ("pascal", "pas", "pp"),
    ("haskell", "hs"),
    ("ocaml", "ml"),
    ("ruby", "rb"),
    ("perl", "pl"),
    ("brainfuck", "Brainfuck"),
]
NAMES = [(name, family) for family in FAMILIES for name in family]


@given(asked=st.sampled_from(NAMES), one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
def test_a_block_is_of_the_language_by_each_name_of_its_family(
    asked: tuple[str, tuple[str, ...]], one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]]
) -> None:
    text = f"```{one[0]}\nfirst\n```\n```{other[0]}\nlast\n```\n"
    is_first = one[1] == asked[1] != other[1]
    assert extract_code(text, asked[0]) == ("first\n" if is_first else "last\n")


@pytest.mark.parametrize("family", FAMILIES[:-1], ids=lambda family: family[0])
def test_the_judge_knows_every_name_of_a_family(family: tuple[str, ...]) -> None:
    assert {find_tool(name).language.name for name in family} == {family[0]}
