"""Write the seccomp filters of judge/running/sandbox with libseccomp: `generate_filters.py [FOLDER]`.

Needs libseccomp's Python binding (Debian: python3-seccomp, for /usr/bin/python3). The judge itself
needs neither: it loads the bytes. Six filters per machine, each a deny list:

    base    loaded once by the keeper and inherited by all: what no keeper, compiler or solution needs
    run     on top of it, in every solution: no processes, signals only to itself, no traces in files
    stay    the part of `run` that the launcher does not need, loaded once by it and inherited by its children
    own     the rest of `run`
    script  on top of `base`, in every script of a problem: processes, but in one group, and no signals
    build   on top of `base`, in every compiler: processes, but no namespaces

A call that is newer than the list (fchmodat2, setxattrat, ...) does not exist, and the C library falls back
to older ones. Each process replaces `OWN_PID` by its own number before it loads the filter.
"""

import errno
import struct
import sys
import tempfile
from pathlib import Path

import seccomp  # type: ignore[import-not-found]

OWN_PID = 0x7EEDBEEF
MACHINES = {"x86_64": seccomp.Arch.X86_64, "aarch64": seccomp.Arch.AARCH64}

NEVER = """
    ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_getfd
    pidfd_send_signal kcmp rt_sigqueueinfo rt_tgsigqueueinfo mount umount umount2 pivot_root chroot
    unshare setns open_by_handle_at name_to_handle_at fsopen fsmount fspick fsconfig open_tree
    move_mount mount_setattr bpf userfaultfd add_key request_key keyctl kexec_load
    kexec_file_load init_module finit_module delete_module create_module get_kernel_syms query_module
    reboot swapon swapoff settimeofday stime clock_settime clock_settime64 clock_adjtime clock_adjtime64
    adjtimex acct quotactl quotactl_fd syslog iopl ioperm modify_ldt personality sethostname
    setdomainname setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr getxattr lgetxattr
    fgetxattr listxattr llistxattr flistxattr memfd_create
    memfd_secret shmget shmat shmdt shmctl msgget msgsnd msgrcv msgctl semget semop semtimedop semctl
    mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr fanotify_init fanotify_mark
    inotify_init inotify_init1 inotify_add_watch migrate_pages move_pages lookup_dcookie vhangup mknod
    mknodat nfsservctl _sysctl sysfs uselib ustat sched_setaffinity sched_setscheduler sched_setattr
    sched_setparam setpriority ioprio_set socketcall bind connect listen accept accept4 setuid setgid
    setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset mlock mlock2 mlockall mbind
    set_mempolicy set_mempolicy_home_node remap_file_pages io_setup pkey_alloc vmsplice sync syncfs
""".split()  # noqa: SIM905
ABSENT = ["io_uring_setup", "io_uring_enter", "io_uring_register", "clone3"]
NEVER_IN_A_RUN = """
    truncate truncate64 chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat chown32 utime
    utimes utimensat utimensat_time64 futimesat flock landlock_create_ruleset landlock_add_rule
    seccomp pidfd_open setsockopt sendmsg sendmmsg
""".split()  # noqa: SIM905
# the only ioctl range allowed: others can allocate disk space beyond a file's size, or make subvolumes
FIRST_OF_TERMINALS, LAST_OF_TERMINALS = 0x5400, 0x54FF
# the bit of O_TMPFILE that O_DIRECTORY lacks
TMPFILE = 0x400000

CLONE_FILES, CLONE_THREAD, CLOSE_RANGE_UNSHARE = 0x400, 0x10000, 2
# NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
CLONE_NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
F_SETLK, F_SETLKW, F_SETOWN, F_SETSIG, F_SETOWN_EX, F_OFD_SETLK, F_OFD_SETLKW = 6, 7, 8, 10, 15, 37, 38
F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ = 1024, 1026, 1031
# TIOCSTI, TIOCLINUX, TIOCSETD, FIOSETOWN, SIOCSPGRP, FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR
IOCTLS = (0x5412, 0x541C, 0x5423, 0x8901, 0x8902, 0x40086602, 0x40046602, 0x401C5820)
AF_UNIX, SOCK_TYPE, SOCK_STREAM, SOCK_SEQPACKET = 1, 0xF, 1, 5
# the allowed options of prctl: the program's own names and states, and the vectors of an aarch64 processor
PRCTL_OPTIONS = {
    "PR_GET_PDEATHSIG": 2,
    "PR_GET_DUMPABLE": 3,
    "PR_GET_TIMING": 13,
    "PR_SET_NAME": 15,
    "PR_GET_NAME": 16,
    "PR_GET_SECCOMP": 21,
    "PR_CAPBSET_READ": 23,
    "PR_SET_TIMERSLACK": 29,
    "PR_GET_TIMERSLACK": 30,
    "PR_SET_NO_NEW_PRIVS": 38,
    "PR_GET_NO_NEW_PRIVS": 39,
    "PR_GET_TID_ADDRESS": 40,
    "PR_SET_THP_DISABLE": 41,
    "PR_GET_THP_DISABLE": 42,
    "PR_SVE_SET_VL": 50,
    "PR_SVE_GET_VL": 51,
}
# PR_SET_PDEATHSIG, PR_SET_SECCOMP
PRCTL_TO_START = {1, 22}
PR_FUTEX_HASH = 78
MAP_SHARED, MAP_ANONYMOUS, MAP_HUGETLB = 0x1, 0x20, 0x40000
MADV_PAGEOUT = 21

# the first number after the calls of Linux 5.17, the same on every machine
FIRST_UNKNOWN = 451
BPF_LOAD_NUMBER, BPF_JUMP_UNLESS_AT_LEAST, BPF_RETURN = 0x20, 0x35, 0x06
ABSENT_IF_UNKNOWN = struct.pack(
    "=HBBIHBBIHBBI",
    *(BPF_LOAD_NUMBER, 0, 0, 0),
    *(BPF_JUMP_UNLESS_AT_LEAST, 0, 1, FIRST_UNKNOWN),
    *(BPF_RETURN, 0, 0, 0x00050000 | errno.ENOSYS),
)


class Filter:
    """A deny list for one machine. Only the lower half of a 32-bit argument is compared."""

    def __init__(self, arch: int) -> None:
        self.arch = arch
        self.rules = seccomp.SyscallFilter(seccomp.ALLOW)
        self.rules.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL_PROCESS)
        self.rules.set_attr(seccomp.Attr.CTL_OPTIMIZE, 2)
        if not self.rules.exist_arch(arch):
            self.rules.add_arch(arch)
            self.rules.remove_arch(seccomp.Arch())

    def deny(self, name: str, *conditions: seccomp.Arg, error: int = errno.EPERM) -> None:
        if seccomp.resolve_syscall(self.arch, name) >= 0:
            self.rules.add_rule_exactly(seccomp.ERRNO(error), name, *conditions)

    def deny_value(self, name: str, place: int, value: int) -> None:
        self.deny(name, seccomp.Arg(place, seccomp.MASKED_EQ, 0xFFFFFFFF, value))

    def deny_all_but(self, name: str, place: int, value: int) -> None:
        self.deny(name, seccomp.Arg(place, seccomp.NE, value))


def base(filter: Filter) -> None:
    for name in NEVER:
        filter.deny(name)
    filter.deny("socket", error=errno.EACCES)
    # one end of a pair of datagram sockets could send to any named socket
    filter.deny_all_but("socketpair", 0, AF_UNIX)
    for kind in set(range(SOCK_TYPE + 1)) - {SOCK_STREAM, SOCK_SEQPACKET}:
        filter.deny("socketpair", seccomp.Arg(1, seccomp.MASKED_EQ, SOCK_TYPE, kind))
    for name in ABSENT:
        filter.deny(name, error=errno.ENOSYS)
    filter.deny_all_but("prlimit64", 0, 0)
    for command in (F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY):
        filter.deny_value("fcntl", 1, command)
    for command in IOCTLS:
        filter.deny_value("ioctl", 1, command)
    filter.deny_value("prctl", 0, PR_FUTEX_HASH)


def run(filter: Filter) -> None:
    stay(filter)
    own(filter)


def stay(filter: Filter) -> None:
    confine(filter)
    for name in ("fork", "vfork"):
        filter.deny(name, error=errno.EAGAIN)


def script(filter: Filter) -> None:
    confine(filter)
    gather(filter)
    filter.deny("landlock_restrict_self")
    # 0 is its own group; the ids of its other processes are unknown here
    filter.deny_all_but("kill", 0, 0)
    for name in ("tgkill", "tkill"):
        filter.deny(name)
    for option in PRCTL_TO_START:
        filter.deny_value("prctl", 0, option)


def confine(filter: Filter) -> None:
    """Deny the calls that no running program needs, even if it may start others."""
    for name in NEVER_IN_A_RUN:
        filter.deny(name)
    # Rust's compiler starts its linker over such a pair.
    filter.deny("socketpair", seccomp.Arg(1, seccomp.MASKED_EQ, SOCK_TYPE, SOCK_SEQPACKET))
    # each table of descriptors has its own limit on descriptors and on the bytes in pipes and sockets
    filter.deny("clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD | CLONE_FILES, CLONE_THREAD))
    filter.deny("close_range", seccomp.Arg(2, seccomp.MASKED_EQ, CLOSE_RANGE_UNSHARE, CLOSE_RANGE_UNSHARE))
    for command in (F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_SETPIPE_SZ):
        filter.deny_value("fcntl", 1, command)
    most = max(PRCTL_OPTIONS.values())
    for option in set(range(most)) - set(PRCTL_OPTIONS.values()) - PRCTL_TO_START:
        filter.deny_value("prctl", 0, option)
    filter.deny("prctl", seccomp.Arg(0, seccomp.GT, most))
    # pages that a process can hold without mapping them: they are missing from its peak
    for kind in (MAP_SHARED | MAP_ANONYMOUS, MAP_HUGETLB):
        filter.deny("mmap", seccomp.Arg(3, seccomp.MASKED_EQ, kind, kind))
    filter.deny_value("madvise", 2, MADV_PAGEOUT)
    # the keeper counts disk space by file names and sizes (polled_limits.py): nothing may be held otherwise
    for name, flags in (("open", 1), ("openat", 2)):
        filter.deny(name, seccomp.Arg(flags, seccomp.MASKED_EQ, TMPFILE, TMPFILE))
    filter.deny("fallocate")
    # its flags are in memory, which a filter cannot read
    filter.deny("openat2", error=errno.ENOSYS)
    filter.deny("ioctl", seccomp.Arg(1, seccomp.LT, FIRST_OF_TERMINALS))
    filter.deny("ioctl", seccomp.Arg(1, seccomp.GT, LAST_OF_TERMINALS))
    # a child counts its own work until it is sealed (keeper.py)
    filter.deny("perf_event_open")


def own(filter: Filter) -> None:
    """Deny the rest. Keep it short, because it is loaded for each program."""
    filter.deny("landlock_restrict_self")
    filter.deny("clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD, 0), error=errno.EAGAIN)
    for name in ("kill", "tgkill", "tkill"):
        filter.deny_all_but(name, 0, OWN_PID)
    for option in PRCTL_TO_START:
        filter.deny_value("prctl", 0, option)


def build(filter: Filter) -> None:
    filter.deny("perf_event_open")
    gather(filter)
    filter.deny("kill", seccomp.Arg(0, seccomp.MASKED_EQ, 0xFFFFFFFF, 0xFFFFFFFF))


def gather(filter: Filter) -> None:
    """Keep all processes in one group, which the keeper watches and kills, and out of new namespaces."""
    for flag in CLONE_NAMESPACES:
        filter.deny("clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    for name in ("setsid", "setpgid"):
        filter.deny(name)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for machine, arch in MACHINES.items():
        for profile in (base, run, stay, own, script, build):
            filter = Filter(arch)
            profile(filter)
            with tempfile.TemporaryFile() as file:
                filter.rules.export_bpf(file)
                file.seek(0)
                code = (ABSENT_IF_UNKNOWN if profile is base else b"") + file.read()
            (folder / f"{machine}-{profile.__name__}.bpf").write_bytes(code)


if __name__ == "__main__":
    default = Path(__file__).parent.parent / "judge" / "running" / "sandbox" / "filters"
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
