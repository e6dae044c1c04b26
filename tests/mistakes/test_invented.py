"""Outputs that people really print, and the name that each must get first.

`cell 5 3` means that the first wrong cell is in row 5, column 3. A plain wrong output is `wrong-text`.
"""

import json
from collections.abc import Sequence

import pytest
from helpers import CLUES, OTHER, SOLVED

from judge.mistakes.diagnosis import diagnose
from judge.subjects.sudoku.formats import GRID_FORMATS

Row = tuple[bytes, str]

LUOGU, POJ = (GRID_FORMATS[name].encode_output([SOLVED]) for name in ("luogu", "poj"))
LEETCODE = GRID_FORMATS["leetcode"].encode_output([SOLVED])
SECOND, THIRD = SOLVED[27:54] + SOLVED[:27] + SOLVED[54:], SOLVED[9:18] + SOLVED[:9] + SOLVED[18:]
MANY = GRID_FORMATS["poj"].encode_output([SOLVED, SECOND, THIRD])
ROWS = [SOLVED[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = [CLUES[at : at + 9] for at in range(0, 81, 9)]
CELLS = [[bytes([cell]) for cell in row] for row in ROWS]
NUMBERS = [[int(cell) for cell in row] for row in CELLS]
STRINGS = [[cell.decode() for cell in row] for row in CELLS]
WRONG = SOLVED[:38] + b"3" + SOLVED[39:]  # row 5, column 3: 3 for 6
WRONG_ROWS = [WRONG[at : at + 9] for at in range(0, 81, 9)]


def each(rows: list[bytes], between: bytes = b" ", end: bytes = b"\n", before: bytes = b"") -> bytes:
    """Nine lines of nine cells."""
    return b"".join(before + between.join(row[n : n + 1] for n in range(len(row))) + end for row in rows)


def numbered(lines: bytes, form: bytes, first: int = 1) -> bytes:
    return b"".join(form % n + line for n, line in enumerate(lines.splitlines(keepends=True), first))


def boxed(rows: list[bytes], bar: bytes = b"| ", rule: bytes = b"------+-------+------\n") -> bytes:
    lines = []
    for n, row in enumerate(rows):
        parts = [b" ".join(row[at + k : at + k + 1] for k in range(3)) + b" " for at in (0, 3, 6)]
        lines.append((rule if n in (3, 6) else b"") + bar.join(parts) + b"\n")
    return b"".join(lines)


def turned(grid: bytes, cell: str) -> bytes:
    """The grid that has the cell at place `cell` in row r, column c."""
    places = [eval(cell, {"r": r, "c": c}) for r in range(9) for c in range(9)]
    return GRID_FORMATS["luogu"].encode_output([bytes(grid[place] for place in places)])


YES_NO = b"Yes\nNo\nYes\n"
CASES = b"Case #1: 5\nCase #2: 7\nCase #3: 12\n"
TABLE = b"1 2 3\n4 5 6\n7 8 9\n"
COLUMN = b"10\n20\n30\n40\n50\n"
FLOATS = b"0.50\n3.14\n-2.25\n"
LINE = b"3 1 4 1 5 9 2 6\n"
HELLO = b"Hello World\n"
LIST = b"[1, 2, 3]\n"
PATH = b"3\n1 5 9\n"
MILLION = b"1000000\n"
LONG = b"".join(b"%d\n" % (n * n) for n in range(1000))
STARS = b"*\n**\n***\n"
POEM = "Élan vital\nnaïve café\n".encode()

TEXTS: dict[bytes, list[Row]] = {
    b"42\n": [
        (b"42.0\n", "number-form"),
        (b"42.\n", "number-form"),
        (b"42.000000\n", "number-form"),
        (b"042\n", "number-form"),
        (b"+42\n", "number-form"),
        (b"4.2e1\n", "number-form"),
        (b"4.2E+01\n", "number-form"),
        (b"0042\n", "number-form"),
        (b"43\n", "wrong-text"),
        (b"-42\n", "wrong-text"),
        (b"142\n", "wrong-text"),
        (b"420\n", "wrong-text"),
        (b"nan\n", "wrong-text"),
        (b"inf\n", "wrong-text"),
        (b"0\n", "wrong-text"),
        (b"24\n", "wrong-text"),
        (b"forty-two\n", "wrong-text"),
        (b"42.5\n", "wrong-text"),
        (b"0x2a\n", "wrong-text"),
        (b"42\n42\n", "answer-twice"),
        (b"4242\n", "wrong-text"),
        (b"42", "final-newline-missing"),
        (b"42\n\n", "blank-line-at-end"),
        (b"42 \n", "trailing-blank-added"),
        (b" 42\n", "leading-blank-added"),
        (b"\n42\n", "blank-line-before"),
        (b"42\r\n", "cr-lf"),
        (b"42\r\r\n", "cr-lf"),
        (b"42\r", "lone-cr"),
        (b"42\n\r", "blank-line-at-end"),
        (b"4 2\n", "separator-added"),
        (b"4\n2\n", "line-broken"),
        (b"[42]\n", "printed-as-list"),
        (b"(42,)\n", "printed-as-list"),
        (b"{42}\n", "printed-as-list"),
        (b"'42'\n", "quoted"),
        (b'"42"\n', "quoted"),
        ("“42”\n".encode(), "quoted"),
        (b"42,\n", "commas"),
        (b"42;\n", "other-separator"),
        (b"42.\r\n", "number-form cr-lf"),
        (b"42!\n", "punctuation"),
        (b"42\\n", "odd-line-end"),
        (b"42/n", "odd-line-end"),
        (b"42<br>\n", "odd-line-end"),
        (b"42<br/>\n", "odd-line-end"),
        (b"42</br>", "odd-line-end"),
        (b"42\xc2\x85", "odd-line-end"),
        ("42\u2028".encode(), "odd-line-end"),
        (b"\xff\xfe4\x002\x00\n\x00", "wrong-encoding"),
        (b"\x004\x002\x00\n", "wrong-encoding"),
        (b"4\x002\x00\n\x00", "wrong-encoding"),
        ("42\n".encode("utf-32"), "wrong-encoding"),
        (b"\xef\xbb\xbf42\n", "byte-order-mark"),
        (b"42\x00\n", "nul-byte"),
        (b"42\n\x00", "nul-byte"),
        (b"42\x07\n", "control-byte"),
        (b"42\n\x1a", "control-byte"),
        (b"\x1b[1m42\x1b[0m\n", "terminal-code"),
        ("４２\n".encode(), "look-alike"),
        ("42\u00a0\n".encode(), "look-alike"),
        ("\u200b42\n".encode(), "byte-order-mark"),
        (b"Answer: 42\n", "label"),
        (b"answer = 42\n", "label"),
        (b"ans=42\n", "label"),
        (b"The answer is 42\n", "label"),
        (b"Case #1: 42\n", "label"),
        (b"Case 1: 42\n", "label"),
        (b"-> 42\n", "label"),
        (b"#1 42\n", "label"),
        ("答案：42\n".encode(), "label"),
        (b"Output:\n42\n", "debug-before"),
        (b"Enter a number: 42\n", "prompt"),
        (b"Please input n: 42\n", "prompt"),
        (b"n? 42\n", "prompt"),
        (b"> 42\n", "prompt"),
        (b">>> 42\n", "prompt"),
        ("请输入n：42\n".encode(), "prompt"),
        (b"Enter a number:\n42\n", "prompt"),
        (b"42\nNone\n", "none-printed"),
        (b"None\n42\n", "none-printed"),
        (b"42 None\n", "none-printed"),
        (b"42\nundefined\n", "none-printed"),
        (b"42\nPress any key to continue . . .\n", "debug-after"),
        (b"42\nTime: 0.01s\n", "debug-after"),
        (b"debug: here\n42\n", "debug-before"),
        (b"40\n41\n42\n", "debug-before"),
        (b"5 7\n42\n", "debug-before"),
        (b"42 ms\n", "debug-after"),
        (b"42 is the answer\n", "debug-after"),
        (b"", "empty-output"),
        (b"\n", "empty-output"),
        (b"4", "truncated"),
        (b"None\n", "wrong-text"),
        (b"Traceback (most recent call last):\n", "wrong-text"),
    ],
    YES_NO: [
        (b"YES\nNO\nYES\n", "wrong-case"),
        (b"yes\nno\nyes\n", "wrong-case"),
        (b"True\nFalse\nTrue\n", "boolean-form"),
        (b"true\nfalse\ntrue\n", "boolean-form"),
        (b"1\n0\n1\n", "boolean-form"),
        (b"Y\nN\nY\n", "boolean-form"),
        (b"No\nYes\nNo\n", "wrong-text"),
        (b"Yes\nYes\nYes\n", "wrong-text"),
        (b"Yes No Yes\n", "lines-joined"),
        (b"YesNoYes\n", "lines-joined"),
        (b"Yes\nNo\n", "truncated"),
        (b"Yes\n", "truncated"),
        (b"Yes.\nNo.\nYes.\n", "punctuation"),
        (b"Yes!\nNo!\nYes!\n", "punctuation"),
        (b"['Yes', 'No', 'Yes']\n", "printed-as-list"),
        (b'"Yes"\n"No"\n"Yes"\n', "quoted"),
        (b"Yes,No,Yes\n", "commas"),
        (b"Yes\n\nNo\n\nYes\n", "blank-line-between"),
        (b"Yes\r\nNo\r\nYes", "cr-lf final-newline-missing"),
        (b"Case #1: Yes\nCase #2: No\nCase #3: Yes\n", "label"),
        (b"1. Yes\n2. No\n3. Yes\n", "line-numbers"),
        (b"1 Yes\n2 No\n3 Yes\n", "line-numbers"),
        (b"0: Yes\n1: No\n2: Yes\n", "line-numbers"),
        ("Yеs\nNо\nYеs\n".encode(), "look-alike"),
        ("Ｙｅｓ\nＮｏ\nＹｅｓ\n".encode(), "look-alike"),
        (b"Yes<br>No<br>Yes<br>", "odd-line-end"),
        (b"Yes\\nNo\\nYes\\n", "odd-line-end"),
        (b"Yes/nNo/nYes/n", "odd-line-end"),
        (b"Yes\r\r\nNo\r\r\nYes\r\r\n", "cr-lf"),
        ("Yes\u2029No\u2029Yes\u2029".encode(), "odd-line-end"),
        ("Yes\nNo\nYes\n".encode("utf-16"), "wrong-encoding"),
        ("Yes\r\nNo\r\nYes\r\n".encode("utf-16-le"), "wrong-encoding"),
        (YES_NO + YES_NO, "answer-twice"),
        (b"b'Yes'\nb'No'\nb'Yes'\n", "quoted"),
        (b"   Yes\n   No\n   Yes\n", "leading-blank-added"),
        (b"Yes\tNo\tYes\n", "lines-joined"),
    ],
    CASES: [
        (b"5\n7\n12\n", "label-missing"),
        (b"Case 1: 5\nCase 2: 7\nCase 3: 12\n", "punctuation"),
        (b"Case #1 5\nCase #2 7\nCase #3 12\n", "punctuation"),
        (b"Case #1:5\nCase #2:7\nCase #3:12\n", "no-separators"),
        (b"case #1: 5\ncase #2: 7\ncase #3: 12\n", "wrong-case"),
        (b"Case #1:  5\nCase #2:  7\nCase #3:  12\n", "separator-doubled"),
        (b"Case #0: 5\nCase #1: 7\nCase #2: 12\n", "wrong-text"),
        (b"Case #1: 5\nCase #1: 7\nCase #1: 12\n", "wrong-text"),
        (b"Case#1: 5\nCase#2: 7\nCase#3: 12\n", "no-separators"),
        (b"Case #1: 5\n\nCase #2: 7\n\nCase #3: 12\n\n", "blank-line-between blank-line-at-end"),
        (b"Case #1: 5\nCase #2: 7\n", "truncated"),
        (b"Case #1: 5.0\nCase #2: 7.0\nCase #3: 12.0\n", "number-form"),
        (b"Case #1: 5\nCase #2: 8\nCase #3: 12\n", "wrong-text"),
        ("Case #1：5\nCase #2：7\nCase #3：12\n".encode(), "look-alike"),
    ],
    TABLE: [
        (b"1,2,3\n4,5,6\n7,8,9\n", "commas"),
        (b"1, 2, 3\n4, 5, 6\n7, 8, 9\n", "commas"),
        (b"1;2;3\n4;5;6\n7;8;9\n", "other-separator"),
        (b"1|2|3\n4|5|6\n7|8|9\n", "drawn-lines"),
        (b"1-2-3\n4-5-6\n7-8-9\n", "other-separator"),
        (b"1:2:3\n4:5:6\n7:8:9\n", "other-separator"),
        (b"1/2/3\n4/5/6\n7/8/9\n", "other-separator"),
        (b"1_2_3\n4_5_6\n7_8_9\n", "other-separator"),
        (b"1\t2\t3\n4\t5\t6\n7\t8\t9\n", "tab-for-space"),
        (b"123\n456\n789\n", "no-separators"),
        (b"1 2 3 4 5 6 7 8 9\n", "lines-joined"),
        (b"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "line-broken"),
        (b"1  2  3\n4  5  6\n7  8  9\n", "separator-doubled"),
        (b"1 2 3 \n4 5 6 \n7 8 9 \n", "trailing-blank-added"),
        (b" 1 2 3\n 4 5 6\n 7 8 9\n", "leading-blank-added"),
        (b"[1, 2, 3]\n[4, 5, 6]\n[7, 8, 9]\n", "printed-as-list"),
        (b"[[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n", "printed-as-list"),
        (b"[[1 2 3]\n [4 5 6]\n [7 8 9]]\n", "printed-as-list"),
        (b"array([[1, 2, 3],\n       [4, 5, 6],\n       [7, 8, 9]])\n", "printed-as-list"),
        (b"(1, 2, 3)\n(4, 5, 6)\n(7, 8, 9)\n", "printed-as-list"),
        (b"{1, 2, 3}\n{4, 5, 6}\n{7, 8, 9}\n", "printed-as-list"),
        (b"[1. 2. 3.]\n[4. 5. 6.]\n[7. 8. 9.]\n", "printed-as-list"),
        (b"1.0 2.0 3.0\n4.0 5.0 6.0\n7.0 8.0 9.0\n", "number-form"),
        (b"01 02 03\n04 05 06\n07 08 09\n", "number-form"),
        (b"7 8 9\n4 5 6\n1 2 3\n", "out-of-order"),
        (b"4 5 6\n1 2 3\n7 8 9\n", "out-of-order"),
        (b"1 4 7\n2 5 8\n3 6 9\n", "out-of-order"),
        (b"3 2 1\n6 5 4\n9 8 7\n", "out-of-order"),
        (b"9 8 7\n6 5 4\n3 2 1\n", "out-of-order"),
        (b"1 2 3\n4 0 6\n7 8 9\n", "wrong-text"),
        (b"1 2 3\n7 8 9\n", "line-missing"),
        (b"1 2 3\n", "truncated"),
        (b"2 3\n5 6\n8 9\n", "wrong-text"),
        (b"1 2 3\n4 5 6\n4 5 6\n7 8 9\n", "debug-between"),
        (b"0 1 2\n3 4 5\n6 7 8\n", "wrong-text"),
        (b"3 3\n1 2 3\n4 5 6\n7 8 9\n", "debug-before"),
        (b"row 1: 1 2 3\nrow 2: 4 5 6\nrow 3: 7 8 9\n", "label"),
        (b"1: 1 2 3\n2: 4 5 6\n3: 7 8 9\n", "line-numbers"),
        (b"+---+---+---+\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |\n+---+---+---+\n", "drawn-lines"),
        ("1│2│3\n4│5│6\n7│8│9\n".encode(), "drawn-lines"),
        (TABLE.replace(b"\n", b"<br>"), "odd-line-end"),
        (TABLE.replace(b"\n", b"<br>\n"), "odd-line-end"),
        (TABLE.replace(b"\n", b"\xc2\x85"), "odd-line-end"),
        (TABLE.replace(b"\n", b"\\n"), "odd-line-end"),
        (TABLE.replace(b"\n", b"\r"), "lone-cr"),
        (TABLE.replace(b" ", b"\v"), "odd-blank"),
        (TABLE.replace(b" ", b"\xc2\xa0"), "look-alike"),
        (TABLE.replace(b" ", b"&nbsp;"), "wrong-text"),
        (TABLE.replace(b" ", b"\xe3\x80\x80"), "look-alike"),
        (TABLE.decode().encode("utf-16-be"), "wrong-encoding"),
    ],
    COLUMN: [
        (b"10 20 30 40 50\n", "lines-joined"),
        (b"[10, 20, 30, 40, 50]\n", "printed-as-list"),
        (b"50\n40\n30\n20\n10\n", "out-of-order"),
        (b"10\n30\n20\n40\n50\n", "out-of-order"),
        (b"10\n20\n30\n", "truncated"),
        (b"10\n20\n40\n50\n", "line-missing"),
        (b"20\n30\n40\n50\n", "line-missing"),
        (b"10\n20\n30\n40\n50\n60\n", "debug-after"),
        (b"10\n20\n31\n40\n50\n", "wrong-text"),
        (b"9\n19\n29\n39\n49\n", "wrong-text"),
        (b"10,20,30,40,50\n", "commas"),
        (b"10.0\n20.0\n30.0\n40.0\n50.0\n", "number-form"),
        (b"1: 10\n2: 20\n3: 30\n4: 40\n5: 50\n", "line-numbers"),
        (b"10\n20\n30\n40\n50\nDone!\n", "debug-after"),
        (b"10\n20\ni = 3\n30\n40\n50\n", "debug-between"),
        (b"10\nNone\n20\nNone\n30\nNone\n40\nNone\n50\nNone\n", "none-printed"),
        (COLUMN + COLUMN, "answer-twice"),
        (b"10\n20\n30\n40\n5", "truncated"),
        (b"10\n20\n30\n40\n50\n\n\n", "blank-line-at-end"),
        (b"   10\n   20\n   30\n   40\n   50\n", "leading-blank-added"),
        (b"10\n20\n30\n40\n50\n-----\n", "drawn-lines"),
    ],
    FLOATS: [
        (b"0.5\n3.14\n-2.25\n", "number-form"),
        (b"0.5000\n3.1400\n-2.2500\n", "number-form"),
        (b".50\n3.14\n-2.25\n", "number-form"),
        (b"0.51\n3.14\n-2.25\n", "rounding"),
        (b"0.50\n3.1\n-2.2\n", "rounding"),
        (b"0.50\n3.1415926\n-2.25\n", "rounding"),
        (b"0\n3\n-2\n", "wrong-text"),
        (b"0,50\n3,14\n-2,25\n", "number-form"),
        ("0.50\n3.14\n−2.25\n".encode(), "look-alike"),
        ("0.50\n3.14\n–2.25\n".encode(), "look-alike"),
        (b"0.50\n3.14\n2.25\n", "wrong-text"),
        (b"50%\n314%\n-225%\n", "wrong-text"),
        (b"5e-1\n3.14\n-2.25\n", "number-form"),
        (b"0.50\n-2.25\n3.14\n", "out-of-order"),
        (b"0.50\n3.64\n-2.25\n", "wrong-text"),
    ],
    b"0\n": [
        (b"-0\n", "number-form"),
        (b"-0.0\n", "number-form"),
        (b"0.0\n", "number-form"),
        (b"00\n", "number-form"),
        (b"O\n", "wrong-text"),
        ("О\n".encode(), "wrong-text"),
        (b"No\n", "boolean-form"),
        (b"False\n", "boolean-form"),
        (b"1e-17\n", "wrong-text"),
    ],
    MILLION: [
        (b"1,000,000\n", "number-form"),
        (b"1 000 000\n", "separator-added"),
        (b"1e6\n", "number-form"),
        (b"1e+06\n", "number-form"),
        (b"1000000.0\n", "number-form"),
        (b"1_000_000\n", "number-form"),
        (b"1'000'000\n", "number-form"),
        (b"1.000.000\n", "number-form"),
        (b"999999\n", "wrong-text"),
        (b"1000000007\n", "wrong-text"),
        (b"100000\n", "wrong-text"),
    ],
    LINE: [
        (b"3, 1, 4, 1, 5, 9, 2, 6\n", "commas"),
        (b"3,1,4,1,5,9,2,6,\n", "commas"),
        (b"[3, 1, 4, 1, 5, 9, 2, 6]\n", "printed-as-list"),
        (b"6 2 9 5 1 4 1 3\n", "out-of-order"),
        (b"1 1 2 3 4 5 6 9\n", "out-of-order"),
        (b"3 1 4 1 5 9 2\n", "truncated"),
        (b"3 1 4 1 5 9 2 6 5\n", "debug-after"),
        (b"3 4 1 5 9 2 6\n", "wrong-text"),
        (b"3 1 4 1 5 9 2 7\n", "wrong-text"),
        (b"3->1->4->1->5->9->2->6\n", "other-separator"),
        (b"3 -> 1 -> 4 -> 1 -> 5 -> 9 -> 2 -> 6\n", "other-separator"),
        (b"deque([3, 1, 4, 1, 5, 9, 2, 6])\n", "printed-as-list"),
        (b"<3 1 4 1 5 9 2 6>\n", "punctuation"),
        (b"3 1 4 1 5 9 2 6 \r\n", "trailing-blank-added cr-lf"),
        (b"31415926\n", "no-separators"),
        (b"3\n1\n4\n1\n5\n9\n2\n6\n", "line-broken"),
        (b"  3  1  4  1  5  9  2  6\n", "separator-doubled leading-blank-added"),
        (b"'3' '1' '4' '1' '5' '9' '2' '6'\n", "quoted"),
    ],
    HELLO: [
        (b"hello world\n", "wrong-case"),
        (b"HELLO WORLD\n", "wrong-case"),
        (b"Hello, World\n", "commas"),
        (b"Hello World!\n", "punctuation"),
        (b"Hello, World!\n", "commas punctuation"),
        (b"HelloWorld\n", "no-separators"),
        (b"Hello\nWorld\n", "line-broken"),
        (b"Hello_World\n", "other-separator"),
        (b"Hello-World\n", "other-separator"),
        (b"World Hello\n", "out-of-order"),
        (b"Helo World\n", "wrong-text"),
        (b"'Hello World'\n", "quoted"),
        ("Hello\u3000World\n".encode(), "look-alike"),
        ("Ηello World\n".encode(), "look-alike"),
        ("Hell\u043e W\u043erld\n".encode(), "look-alike"),
        ("Hello\u200b World\n".encode(), "byte-order-mark"),
        (b"\x1b[31mHello World\x1b[0m\n", "terminal-code"),
        (b"Hello World\\n", "odd-line-end"),
        (b"Hello\n", "truncated"),
        (b"H e l l o W o r l d\n", "separator-added"),
    ],
    LIST: [
        (b"1 2 3\n", "not-a-list"),
        (b"[1,2,3]\n", "no-separators"),
        (b"(1, 2, 3)\n", "wrong-list"),
        (b"1, 2, 3\n", "not-a-list"),
        (b"['1', '2', '3']\n", "wrong-quotes"),
        (b"[1 2 3]\n", "not-a-list"),
        (b"[1, 2, 3,]\n", "wrong-list"),
        (b"[1.0, 2.0, 3.0]\n", "number-form"),
        (b"[1, 2, 4]\n", "wrong-text"),
        (b"[3, 2, 1]\n", "out-of-order"),
    ],
    PATH: [
        (b"3\n1->5->9\n", "other-separator"),
        (b"3 1 5 9\n", "lines-joined"),
        (b"1 5 9\n", "line-missing"),
        (b"3\n", "truncated"),
        (b"3\n9 5 1\n", "out-of-order"),
        (b"n = 3\npath = 1 5 9\n", "label"),
        (b"3\n1, 5, 9\n", "commas"),
        (b"3\n1 5 9\n3\n1 5 9\n", "answer-twice"),
        (b"4\n1 5 9\n", "wrong-text"),
    ],
    POEM: [
        (POEM.decode().encode("latin-1"), "wrong-encoding"),
        (POEM.decode().encode("utf-16"), "wrong-encoding"),
        (POEM.decode("latin-1").encode(), "wrong-encoding"),
        (b"Elan vital\nnaive cafe\n", "wrong-text"),
        (b"?lan vital\nna?ve caf?\n", "wrong-text"),
        ("élan vital\nnaïve café\n".encode(), "wrong-text"),
    ],
    STARS: [
        (b"*\n**\n***\n****\n", "debug-after"),
        (b"  *\n **\n***\n", "leading-blank-added"),
        (b"***\n**\n*\n", "lines-joined line-broken"),
        (b"*\n* *\n* * *\n", "separator-added"),
        (b"#\n##\n###\n", "wrong-text"),
        (b"*\n**\n", "truncated"),
    ],
    LONG: [
        (LONG.replace(b"\n", b".0\n"), "number-form"),
        (numbered(LONG, b"%d: "), "line-numbers"),
        (numbered(LONG, b"Case #%d: "), "label"),
        (LONG.replace(b"\n", b"\r\r\n"), "cr-lf"),
        (LONG.replace(b"\n", b"<br>\n"), "odd-line-end"),
        (LONG.replace(b"\n", b"\\n"), "odd-line-end"),
        (LONG.replace(b"\n", b" "), "lines-joined"),
        (b"".join(reversed(LONG.splitlines(keepends=True))), "out-of-order"),
        (b"[" + LONG.strip().replace(b"\n", b", ") + b"]\n", "printed-as-list"),
        (LONG + LONG, "answer-twice"),
        (LONG[: len(LONG) // 2], "truncated"),
        (LONG.decode().encode("utf-16"), "wrong-encoding"),
    ],
}

GRIDS: dict[tuple[str, bytes], list[Row]] = {
    ("luogu", LUOGU): [
        (each(ROWS), "trailing-blank-missing"),
        (each(ROWS, b""), "no-separators trailing-blank-missing"),
        (each(ROWS, b","), "commas trailing-blank-missing"),
        (each(ROWS, b";"), "other-separator trailing-blank-missing"),
        (each(ROWS, b"\t"), "tab-for-space trailing-blank-missing"),
        (each(ROWS, b" ", b"<br>\n"), "odd-line-end trailing-blank-missing"),
        (each(ROWS, b" ", b" <br>\n"), "odd-line-end"),
        (each(ROWS, b" ", b" \r\r\n"), "cr-lf"),
        (each(ROWS, b" ", b" \xc2\x85"), "odd-line-end"),
        (each(ROWS, b" ", " \u2028".encode()), "odd-line-end"),
        (each(ROWS, b" ", b" \\n"), "odd-line-end"),
        (each(ROWS, b"|", b"|\n", b"|"), "drawn-lines"),
        (each(ROWS, b" | ", b"\n"), "drawn-lines trailing-blank-missing"),
        (boxed(ROWS), "drawn-lines"),
        (boxed(ROWS, rule=b""), "drawn-lines"),
        (boxed(ROWS, rule=b"---------------------\n"), "drawn-lines"),
        (boxed(ROWS, "│ ".encode(), "──────┼───────┼──────\n".encode()), "drawn-lines"),
        (boxed(ROWS, b"", b"\n"), "blank-line-between"),
        (boxed(ROWS, b" ", b""), "separator-doubled"),
        (boxed(WRONG_ROWS), "cell 5 3 drawn-lines"),
        (str(NUMBERS).encode() + b"\n", "printed-as-list"),
        (str(STRINGS).encode() + b"\n", "printed-as-list"),
        (b"".join(str(row).encode() + b"\n" for row in NUMBERS), "printed-as-list"),
        (json.dumps(STRINGS).encode() + b"\n", "printed-as-list"),
        (str(NUMBERS).replace("], [", "]\n [").replace(",", "").encode() + b"\n", "printed-as-list"),
        (LEETCODE, "printed-as-list"),
        (SOLVED + b"\n", "no-separators"),
        (numbered(LUOGU, b"%d "), "line-numbers"),
        (numbered(LUOGU, b"%d: "), "line-numbers"),
        (numbered(LUOGU, b"%d "), "line-numbers"),
        (numbered(LUOGU, b"%d| ", 0), "line-numbers"),
        (numbered(LUOGU, b"Row %d: "), "label"),
        (numbered(each(WRONG_ROWS, b" ", b" \n"), b"%d: "), "cell 5 3 line-numbers"),
        (b"Case #1:\n" + LUOGU, "debug-before"),
        (b"Solution:\n" + LUOGU, "debug-before"),
        (b"Enter the grid: " + LUOGU, "prompt"),
        (b"True\n" + LUOGU, "debug-before"),
        (LUOGU + b"True\n", "debug-after"),
        (LUOGU + b"None\n", "none-printed"),
        (LUOGU + b"solved in 12 ms\n", "debug-after"),
        (each(WRONG_ROWS, b" ", b" \n") + b"done\n", "cell 5 3 debug-after"),
        (each(WRONG_ROWS, b" ", b" \n") + b"steps: 1234\n", "cell 5 3 debug-after"),
        (b"steps: 1234\n" + each(WRONG_ROWS, b" ", b" \n"), "cell 5 3 debug-before"),
        (each(WRONG_ROWS, b" ", b" \n") + b"None\n", "cell 5 3 none-printed"),
        (each(WRONG_ROWS, b" ", b" \n"), "cell 5 3"),
        (each(WRONG_ROWS), "cell 5 3 trailing-blank-missing"),
        (str([[int(chr(cell)) for cell in row] for row in WRONG_ROWS]).encode(), "cell 5 3 printed-as-list"),
        (turned(SOLVED, "9 * c + r"), "grid-turned"),
        (turned(SOLVED, "9 * r + 8 - c"), "grid-turned"),
        (turned(SOLVED, "9 * (8 - r) + c"), "grid-turned"),
        (turned(SOLVED, "80 - 9 * r - c"), "grid-turned"),
        (turned(SOLVED, "9 * (8 - c) + r"), "grid-turned"),
        (turned(SOLVED, "9 * c + 8 - r"), "grid-turned"),
        (turned(SOLVED, "9 * (8 - c) + 8 - r"), "grid-turned"),
        (turned(SOLVED, "9 * c + r").replace(b" \n", b"\n"), "grid-turned trailing-blank-missing"),
        (each(PUZZLE, b" ", b" \n") + LUOGU, "input-echoed"),
        (each(PUZZLE) + b"\n" + LUOGU, "input-echoed"),
        (each(PUZZLE).replace(b"0", b".") + LUOGU, "input-echoed"),
        (each(PUZZLE, b" ", b" \n"), "cell 1 3"),
        (each(PUZZLE, b" ", b" \n").replace(b"0", b"."), "cell 1 3"),
        (GRID_FORMATS["luogu"].encode_output([OTHER]), "cell 3 5"),
        (LUOGU + LUOGU, "grid-twice"),
        (LUOGU[:100], "truncated"),
        (each(ROWS[:8], b" ", b" \n"), "truncated"),
        (each(ROWS[:4] + ROWS[5:], b" ", b" \n"), "line-missing"),
        (each(ROWS[::-1], b" ", b" \n"), "grid-turned"),
        (each([ROWS[1], ROWS[0], *ROWS[2:]], b" ", b" \n"), "cell 1 1"),
        (LUOGU.decode().encode("utf-16"), "wrong-encoding"),
        (LUOGU.decode().encode("utf-16-le"), "wrong-encoding"),
        (LUOGU.replace(b"5", "５".encode()), "look-alike"),
        (LUOGU.replace(b" ", b"\xc2\xa0"), "look-alike"),
        (LUOGU.replace(b"5", b"\x1b[31m5\x1b[0m"), "terminal-code"),
        (b"\x1b[2J\x1b[H" + LUOGU, "terminal-code"),
        (LUOGU.replace(b" ", b".0 "), "number-form"),
        (LUOGU.rstrip(), "trailing-blank-missing final-newline-missing"),
        (LUOGU.replace(b" \n", b"\n").rstrip(), "trailing-blank-missing final-newline-missing"),
        (LUOGU + b"\n", "blank-line-at-end"),
        (b"\xef\xbb\xbf" + LUOGU.replace(b"\n", b"\r\n"), "byte-order-mark cr-lf"),
        (b"No solution\n", "wrong-text"),
        (b"0\n", "wrong-text"),
    ],
    ("poj", POJ): [
        (each(ROWS), "separator-added"),
        (SOLVED + b"\n", "lines-joined"),
        (each(ROWS, b"", b"\n") + b"\n", "blank-line-at-end"),
        (each(ROWS, b"", b"\r\n"), "cr-lf"),
        (each(ROWS, b"", b"<br />\n"), "odd-line-end"),
        (numbered(POJ, b"%d "), "line-numbers"),
        (POJ.replace(b"5", b"S"), "wrong-text"),
        (turned(SOLVED, "9 * c + r").replace(b" ", b""), "grid-turned"),
        (b"Test case 1:\n" + POJ, "debug-before"),
        (each(WRONG_ROWS, b""), "cell 5 3"),
        (each(WRONG_ROWS, b"") + b"time 3\n", "cell 5 3 debug-after"),
        (b"".join(b'"%b"\n' % row for row in ROWS), "quoted"),
    ],
    ("poj", MANY): [
        (POJ, "grid-missing"),
        (MANY[:-90], "grid-missing"),
        (MANY[90:], "grid-missing"),
        (GRID_FORMATS["poj"].encode_output([SECOND, SOLVED, THIRD]), "grids-out-of-order"),
        (GRID_FORMATS["poj"].encode_output([THIRD, SECOND, SOLVED]), "grids-out-of-order"),
        (GRID_FORMATS["poj"].encode_output([SOLVED] * 3), "cell 1 1"),
        (b"3\n" + MANY, "count-printed"),
        (POJ + MANY, "grid-twice"),
        (MANY[:90] + b"\n" + MANY[90:180] + b"\n" + MANY[180:], "blank-line-between"),
        (b"Case 1:\n" + POJ + b"Case 2:\n" + MANY[90:180] + b"Case 3:\n" + MANY[180:], "debug-before"),
        (MANY + MANY, "grid-twice"),
    ],
    ("leetcode", LEETCODE): [
        (str(STRINGS).encode() + b"\n", "wrong-quotes separator-added"),
        (json.dumps(STRINGS).encode() + b"\n", "separator-added"),
        (json.dumps(NUMBERS, separators=(",", ":")).encode() + b"\n", "wrong-quotes"),
        (json.dumps(NUMBERS).encode() + b"\n", "wrong-quotes separator-added"),
        (LUOGU, "not-a-list"),
        (POJ, "not-a-list"),
        (LEETCODE.replace(b"],[", b"],\n["), "line-broken"),
        (json.dumps(["".join(row) for row in STRINGS]).encode() + b"\n", "not-a-list"),
        (LEETCODE.strip(), "final-newline-missing"),
        (LEETCODE.replace(b'"', "”".encode()), "look-alike"),
        (LEETCODE.replace(b"[", b"{").replace(b"]", b"}"), "wrong-list"),
        (b"None\n" + LEETCODE, "none-printed"),
        (GRID_FORMATS["leetcode"].encode_output([WRONG]), "cell 5 3"),
        (
            json.dumps(
                [list(column) for column in zip(*STRINGS, strict=True)], separators=(",", ":")
            ).encode()
            + b"\n",
            "grid-turned",
        ),
        (b"null\n", "wrong-text"),
    ],
}

TABLES = [
    *(("text", answer, rows) for answer, rows in TEXTS.items()),
    *((format, answer, rows) for (format, answer), rows in GRIDS.items()),
]


def first_names(format: str, answer: bytes, output: bytes) -> list[str]:
    clues = () if format == "text" else (CLUES,) * (3 if answer == MANY else 1)
    diagnosis = diagnose(answer, output, format=format, asked=clues)
    cell = diagnosis.wrong_part
    place = dict(cell.place) if cell else {}
    begin = [f"cell {place['row']} {place['column']}"] if cell else []
    return [*begin, *(mistake.name for mistake in diagnosis.mistakes)]


@pytest.mark.slow
@pytest.mark.parametrize(("format", "answer", "rows"), TABLES)
def test_an_output_as_people_print_it_gets_its_name(
    format: str, answer: bytes, rows: Sequence[tuple[bytes, str]]
) -> None:
    for output, said in rows:
        assert answer != output
        assert " ".join(first_names(format, answer, output)).startswith(said)


def test_there_are_many_of_them() -> None:
    assert sum(len(rows) for _, _, rows in TABLES) >= 250
