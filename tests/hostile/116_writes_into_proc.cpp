// hostile: {entry: 116, expect: AC, why: changes settings of itself and of the machine through files}
// It opens them and writes nothing.
#include "hostile.h"

int main() {
    for (auto file : {"/proc/self/mem", "/proc/self/clear_refs", "/proc/self/coredump_filter", "/proc/self/comm", "/proc/self/autogroup",
                      "/proc/self/uid_map", "/proc/self/setgroups", "/proc/self/loginuid", "/proc/self/timerslack_ns",
                      "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sys/vm/overcommit_memory",
                      "/proc/sysrq-trigger", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/power/state", "/sys/fs/cgroup/cgroup.procs",
                      "/dev/mem", "/dev/cpu/0/msr", "/dev/fuse", "/dev/loop-control", "/dev/net/tun", "/dev/kvm"})
        refused(file, open(file, O_WRONLY), {ENOENT, ENODEV, ENXIO, EROFS});
    done();
}
