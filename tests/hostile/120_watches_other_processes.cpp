// hostile: {entry: 120, expect: AC, open: true, why: the CPU time and the priority and the session of other processes}
#include <sched.h>
#include <sys/resource.h>

#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        timespec cpu;
        cpu_set_t cores;
        refused("CPU clock", clock_gettime(~clockid_t(pid) << 3 | 2, &cpu), {EINVAL});
        refused("affinity", sched_getaffinity(pid, sizeof cores, &cores));
        refused("scheduler", sched_getscheduler(pid));
        refused("session", getsid(pid));
        refused("pidfd", syscall(SYS_pidfd_open, pid, 0));
    }
    done();
}
