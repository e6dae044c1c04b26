// hostile: {entry: 119, expect: AC, why: calls that no solution needs; each is a way into the kernel}
// EINVAL and similar errors show that the kernel looked.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "hostile.h"

int main() {
    char entry[16] = {};
    refused("modify_ldt", syscall(SYS_modify_ldt, 1, entry, sizeof entry));
    refused("personality", syscall(SYS_personality, 0x0040000));
    refused("kcmp", syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 1));
    refused("landlock_create_ruleset", syscall(SYS_landlock_create_ruleset, nullptr, 0, 1));
    refused("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    refused("inotify_init", syscall(SYS_inotify_init1, 0));
    refused("move_pages", syscall(SYS_move_pages, 0, 0, nullptr, nullptr, nullptr, 0));
    refused("migrate_pages", syscall(SYS_migrate_pages, 0, 0, nullptr, nullptr));
    refused("mbind", syscall(SYS_mbind, nullptr, 0, 0, nullptr, 0, 0));
    refused("set_mempolicy", syscall(SYS_set_mempolicy, 0, nullptr, 0));
    refused("remap_file_pages", syscall(SYS_remap_file_pages, nullptr, 4096, 0, 0, 0));
    refused("io_setup", syscall(SYS_io_setup, 0, nullptr));
    refused("uselib", syscall(SYS_uselib, "/nonexistent/hostile"));
    refused("sysfs", syscall(SYS_sysfs, 3));
    refused("pkey_alloc", syscall(SYS_pkey_alloc, ~0, 0));
    refused("vmsplice", syscall(SYS_vmsplice, -1, nullptr, 0, 0));
    refused("sync", syscall(SYS_sync));
    sock_filter allow{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
    sock_fprog program{1, &allow};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    refused("listener on its own calls", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
    done();
}
