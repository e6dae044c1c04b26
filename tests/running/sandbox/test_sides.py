"""A side of a conversation opens all of its pipes or none."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from judge.running.sandbox.sides import Side
from judge.running.sandbox.wire import Part

REQUEST = (("x",), (), None, None, None, 1.0, 1.0, 1, 0, 0, None, None, None)
# of the relay and of the two pipes that a side opens by path
ENDS = 8


def list_open() -> list[int]:
    found = []
    for descriptor in range(1024):
        with suppress(OSError):
            os.fstat(descriptor)
            found.append(descriptor)
    return found


@contextmanager
def free_descriptors(count: int) -> Iterator[None]:
    """Leave so many descriptors to this process."""
    highest, taken = list_open()[-1], [os.open("/dev/null", os.O_RDONLY)]
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        # Fill the gaps below the highest one that is open.
        while taken[-1] < highest:
            taken.append(os.open("/dev/null", os.O_RDONLY))
        resource.setrlimit(resource.RLIMIT_NOFILE, (taken[-1] + 1 + count, before[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for each in taken:
            os.close(each)


@pytest.mark.parametrize("count", range(ENDS + 1))
def test_a_side_without_room_for_its_pipes_leaves_none_open(count: int) -> None:
    before = list_open()
    opened = False
    with free_descriptors(count), suppress(OSError):
        side = Side(Part(REQUEST, 3, True, 3, 1), -1, is_program=True)
        opened = True
        side.close()
    assert opened is (count == ENDS)
    assert list_open() == before
