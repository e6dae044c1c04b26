"""The shipped seccomp filters are what libseccomp makes of the lists in tools/generate_filters.py."""

import struct
import subprocess
from pathlib import Path

import pytest
from helpers import REPOSITORY
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.running.sandbox.seal import OWN_PID

SHIPPED = REPOSITORY / "judge" / "running" / "sandbox" / "filters"
PYTHON = "/usr/bin/python3"


def has_libseccomp() -> bool:
    return (
        Path(PYTHON).exists()
        and not subprocess.run([PYTHON, "-c", "import seccomp"], capture_output=True).returncode
    )


@pytest.mark.skipif(
    not has_libseccomp(), reason="needs libseccomp's Python binding (Debian: python3-seccomp)"
)
def test_the_shipped_filters_are_those_that_the_lists_give(tmp_path: Path) -> None:
    subprocess.run([PYTHON, str(REPOSITORY / "tools" / "generate_filters.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in SHIPPED.iterdir()}


# An interpreter of filters, which also runs the filters for the other machine.

ALLOWED, REFUSED = 0x7FFF0000, 0x00050000
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
NUMBERS = {
    "clone": (56, 220),
    "close_range": (436, 436),
    "fallocate": (285, 47),
    "fcntl": (72, 25),
    "getxattr": (191, 8),
    "ioctl": (16, 29),
    "listxattr": (194, 11),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "openat": (257, 56),
    "openat2": (437, 437),
    "prctl": (157, 167),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "setsockopt": (54, 208),
}


def answer(code: bytes, arch: int, number: int, *arguments: int) -> int:
    """Return the filter's result for a call."""
    data = struct.pack("=IIQ6Q", number, arch, 0, *arguments, *(0,) * (6 - len(arguments)))
    program = list(struct.iter_unpack("=HBBI", code))
    accumulator = at = 0
    while True:
        operation, yes, no, k = program[at]
        at += 1
        if operation == 0x20:  # load a word
            (accumulator,) = struct.unpack_from("=I", data, k)
        elif operation == 0x54:  # and
            accumulator &= k
        elif operation == 0x05:  # jump
            at += k
        elif operation in (0x15, 0x25, 0x35, 0x45):
            holds = {
                0x15: accumulator == k,
                0x25: accumulator > k,
                0x35: accumulator >= k,
                0x45: accumulator & k,
            }
            at += yes if holds[operation] else no
        else:
            assert operation == 0x06, f"an operation that is not known here: {operation:#x}"
            return k


@pytest.mark.parametrize("machine", ARCH)
@pytest.mark.parametrize(
    ("call", "arguments", "refused"),
    [
        pytest.param("prctl", (15,), False, id="its name"),
        pytest.param("prctl", (1,), True, id="the signal at its keeper's death"),
        pytest.param("prctl", (4, 1), True, id="to be looked into"),
        pytest.param("prctl", (22, 2), True, id="another filter"),
        pytest.param("prctl", (78, 1), True, id="a table of futexes"),
        pytest.param("prctl", (1 << 32 | 78, 1), True, id="a table of futexes, in another way"),
        pytest.param("prctl", (1000,), True, id="an option that is not known"),
        pytest.param("prctl", (0xFFFFFFFF,), True, id="no option"),
        pytest.param("mmap", (0, 4096, 3, 0x22), False, id="private memory"),
        pytest.param("mmap", (0, 4096, 1, 0x1), False, id="a shared file"),
        pytest.param("mmap", (0, 4096, 3, 0x21), True, id="shared memory"),
        pytest.param("mmap", (0, 4096, 3, 0x23), True, id="shared memory, validated"),
        pytest.param("mmap", (0, 4096, 3, 0x40022), True, id="huge pages"),
        pytest.param("madvise", (0, 4096, 4), False, id="giving memory back"),
        pytest.param("madvise", (0, 4096, 21), True, id="sending memory out"),
        pytest.param("clone", (0x3D0F00,), False, id="a thread"),
        pytest.param("clone", (0x3D0F00 & ~0x400,), True, id="a thread with separate descriptors"),
        pytest.param("clone", (17,), True, id="a process"),
        pytest.param("close_range", (3, 9, 0), False, id="closing"),
        pytest.param("close_range", (3, 9, 2), True, id="separate descriptors"),
        pytest.param("fcntl", (0, 2, 1), False, id="closing at exec"),
        pytest.param("fcntl", (0, 1031, 1 << 20), True, id="a larger pipe"),
        pytest.param("sendto", (3,), False, id="sending"),
        pytest.param("sendmsg", (3,), True, id="sending descriptors"),
        pytest.param("setsockopt", (3,), True, id="a larger buffer"),
        pytest.param("getxattr", (0,), True, id="an attribute"),
        pytest.param("listxattr", (0,), True, id="all attributes"),
        pytest.param("openat", (3, 0, 0x80042), False, id="a file"),
        pytest.param("openat", (3, 0, 0x10000), False, id="a folder"),
        pytest.param("openat", (3, 0, 0x410002), True, id="a file without a name"),
        pytest.param("openat", (3, 0, 1 << 32 | 0x410002), True, id="a file without a name, in another way"),
        pytest.param("openat2", (3,), True, id="flags that no check sees"),
        pytest.param("fallocate", (3,), True, id="space beyond the size"),
        pytest.param("ioctl", (3, 0x5401), False, id="whether it is a terminal"),
        pytest.param("ioctl", (3, 0x5451), False, id="closing at exec, by ioctl"),
        pytest.param("ioctl", (3, 0x53FF), True, id="the number below the calls of terminals"),
        pytest.param("ioctl", (3, 0x5500), True, id="the number above the calls of terminals"),
        pytest.param("ioctl", (3, 0x4030582A), True, id="space beyond the size, by ioctl"),
        pytest.param("ioctl", (3, 1 << 32 | 0x5401), True, id="a terminal's number with high bits"),
    ],
)
def test_a_run_is_refused_the_same_on_every_machine(
    machine: str, call: str, arguments: tuple[int, ...], refused: bool
) -> None:
    number = NUMBERS[call][list(ARCH).index(machine)]
    answers = {
        answer((SHIPPED / f"{machine}-{profile}.bpf").read_bytes(), ARCH[machine], number, *arguments)
        for profile in ("base", "run")
    }
    assert (answers == {ALLOWED}) is not refused
    assert {each & 0xFFFF0000 for each in answers} <= {ALLOWED, REFUSED}


# A number of no call, and those about which filters ask more.
@pytest.mark.slow
@given(
    st.sampled_from(list(ARCH)),
    st.integers(0, 500),
    st.lists(
        st.one_of(
            st.integers(0, 80), st.sampled_from([OWN_PID, 1 << 32 | OWN_PID, 1031]), st.integers(0, 2**64 - 1)
        ),
        max_size=6,
    ),
)
@settings(max_examples=1000)
def test_what_the_launcher_and_its_children_load_is_together_what_a_fork_loads(
    machine: str, number: int, arguments: list[int]
) -> None:
    answers = {
        name: answer((SHIPPED / f"{machine}-{name}.bpf").read_bytes(), ARCH[machine], number, *arguments)
        for name in ("run", "stay", "own")
    }
    # The kernel takes the strictest, which is the least.
    assert min(answers["stay"], answers["own"]) == answers["run"]
