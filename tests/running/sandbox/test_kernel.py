"""The numbers of system calls, and the rights that each version of Landlock can refuse."""

import ctypes
from pathlib import Path
from typing import Any

import pytest

from judge.running.sandbox import kernel, relays

# https://github.com/torvalds/linux/tree/master/include/uapi/linux: prctl.h, seccomp.h, capability.h,
# landlock.h, perf_event.h, personality.h. Calls: asm-generic/unistd.h and x86's syscall_64.tbl. FIONREAD:
# asm-generic/ioctls.h.
NUMBERS = {
    "ADDR_NO_RANDOMIZE": 0x40000,
    "ANY_PERSONALITY": 0xFFFFFFFF,
    "PR_SET_PDEATHSIG": 1,
    "PR_SET_DUMPABLE": 4,
    "PR_SET_SECCOMP": 22,
    "PR_CAPBSET_DROP": 24,
    "PR_SET_CHILD_SUBREAPER": 36,
    "PR_SET_NO_NEW_PRIVS": 38,
    "SECCOMP_MODE_FILTER": 2,
    "LANDLOCK_CREATE_RULESET": 444,
    "LANDLOCK_ADD_RULE": 445,
    "LANDLOCK_RESTRICT_SELF": 446,
    "CAPABILITY_VERSION_3": 0x20080522,
    "PERF_EVENT_OPEN": {"x86_64": 298, "aarch64": 241},
    "PERF_ATTR_SIZE_VER0": 64,
    "PERF_FLAG_FD_CLOEXEC": 8,
    "DISABLED": 0x1,
    "INHERIT": 0x2,
    "PINNED": 0x4,
    "EXCLUDE_KERNEL": 0x20,
    "EXCLUDE_HV": 0x40,
    "ENABLE_ON_EXEC": 0x1000,
    "EXECUTE": 0x1,
    "WRITE_FILE": 0x2,
    "READ_FILE": 0x4,
    "READ_DIR": 0x8,
    "REMOVE_FILE": 0x20,
    "MAKE_CHAR": 0x40,
    "MAKE_REG": 0x100,
    "MAKE_BLOCK": 0x800,
    "TRUNCATE": 0x4000,
    "IOCTL_DEV": 0x8000,
    "RIGHTS_OF_A_FILE": 0xC007,
    # bind and connect; abstract sockets and signals
    "NET_BIND_AND_CONNECT_TCP": 0x3,
    "SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS": 0x3,
}
# The rights that each version of Landlock can refuse: files, TCP, scopes. The last number is the size
# of the structure. https://docs.kernel.org/userspace-api/landlock.html, "Previous limitations".
REFUSED = {
    1: (0x1FFF, 0, 0, 8),
    2: (0x3FFF, 0, 0, 8),
    3: (0x7FFF, 0, 0, 8),
    4: (0x7FFF, 3, 0, 16),
    5: (0xFFFF, 3, 0, 16),
    6: (0xFFFF, 3, 3, 24),
    7: (0xFFFF, 3, 3, 24),
    99: (0xFFFF, 3, 3, 24),
}


class Kernel:
    """Notes what is asked of Landlock, and grants it."""

    def __init__(self) -> None:
        self.ruleset: tuple[int, ...] = ()
        self.rules: list[tuple[int, Path]] = []

    def syscall(self, call: int, *words: Any) -> int:
        if call == 444:
            attributes, size, flags = words
            self.ruleset = (*attributes, size.value)
            assert flags == 0
            return 77
        assert (call, words[0], words[1], words[3]) == (445, 77, 1, 0)
        rights, target = words[2][:8], words[2][8:]
        place = Path(f"/proc/self/fd/{int.from_bytes(target, 'little')}").readlink()
        self.rules.append((int.from_bytes(rights, "little"), place))
        return 0


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_that_of_the_kernel(name: str) -> None:
    assert getattr(kernel, name) == NUMBERS[name]
    assert relays.FIONREAD == 0x541B


def test_all_numbers_are_compared() -> None:
    named = {name for name, value in vars(kernel).items() if name.isupper() and not name.startswith("_")}
    assert named == {*NUMBERS, "RIGHTS_BY_VERSION"}


@pytest.mark.parametrize("version", REFUSED)
def test_all_is_refused_that_a_version_can_refuse(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is granted what there is to grant of a file, a folder everything; what is not there nothing."""
    asked = Kernel()
    monkeypatch.setattr(kernel, "_libc", asked)
    file = tmp_path / "file"
    file.touch()
    descriptors = len([*Path("/proc/self/fd").iterdir()])
    everything = 0xFFFF_FFFF
    grants = [(str(tmp_path), everything), (str(file), everything), (str(tmp_path / "gone"), everything)]
    assert kernel.landlock(version, [*grants, (str(file), kernel.READ_DIR)]) == 77
    handled = REFUSED[version][0]
    assert asked.ruleset == REFUSED[version]
    assert asked.rules == [(handled, tmp_path), (handled & 0xC007, file)]
    assert len([*Path("/proc/self/fd").iterdir()]) == descriptors


def test_a_failure_of_a_call_is_told_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "get_errno", lambda: 1)
    assert kernel._check(0, "prctl") == 0
    with pytest.raises(PermissionError, match="prctl: Operation not permitted"):
        kernel._check(-1, "prctl")
