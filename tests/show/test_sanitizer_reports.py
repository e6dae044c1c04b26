"""Of a sanitizer's report the screen shows the error and the places in the program's own source."""

import pytest

from judge.show.excerpts import STDERR_TAIL, format_words

FRAMES = [f"    #{n} 0x55 in libstdc++ /usr/include/c++/vector:{n}" for n in range(1, 20)]


def shown(*lines: str) -> list[str]:
    text = format_words("stderr", "\n".join(lines).encode(), tail=STDERR_TAIL, solution="sum/wrong/a.cpp")
    return [line.removeprefix("  stderr  ") for line in text.plain.splitlines()]


@pytest.mark.parametrize(
    "path",
    ["a.cpp", "solutions/sum/wrong/a.cpp", "submissions/wrong_answer/a.cpp", "sum/sub/a.cpp", "/x y/a.cpp"],
)
def test_a_place_in_the_source_is_found_by_whatever_path(path: str) -> None:
    error, place = "==7==ERROR: AddressSanitizer: heap-buffer-overflow", f"    #0 0x55 in main {path}:6"
    assert shown("=====", error, place, *FRAMES, "==7==ABORTING") == [error, place]


@pytest.mark.parametrize("path", ["aa.cpp", "src/a-a.cpp", "a.cpp.o", "/usr/include/a.h"])
def test_a_place_in_another_file_tells_nothing(path: str) -> None:
    lines = ["=====", "==7==ERROR: AddressSanitizer", f"    #0 0x55 in main {path}:6", *FRAMES]
    assert shown(*lines) == [*lines[:2], "...", *lines[-STDERR_TAIL:]]


def test_an_exception_that_nothing_catches_keeps_its_words() -> None:
    called = "terminate called after throwing an instance of 'std::out_of_range'"
    what, abort, place = (
        "  what():  too far",
        "==7==ERROR: AddressSanitizer: ABRT on 0x1",
        "    #9 in main a.cpp:4",
    )
    assert shown("==7==WARNING", called, what, abort, *FRAMES, place) == [called, what, place]
    assert shown("=====", abort, *FRAMES, place) == [abort, place]
