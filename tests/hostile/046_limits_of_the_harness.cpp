// hostile: {entry: 46, expect: AC, why: sets limits and affinity and priority of the harness}
// Each value is the one in force or invalid: EINVAL says that the kernel looked.
#include <sched.h>
#include <sys/resource.h>

#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        std::string of = " of " + std::to_string(pid);
        rlimit files{}, absurd{2, 1};
        refused("prlimit (get)" + of, prlimit(pid, RLIMIT_NOFILE, nullptr, &files));
        refused("prlimit (set)" + of, prlimit(pid, RLIMIT_NOFILE, &absurd, nullptr));
        unsigned long nowhere = 0;
        refused("affinity" + of, syscall(SYS_sched_setaffinity, pid, sizeof nowhere, &nowhere));
        refused("setpriority" + of, setpriority(PRIO_PROCESS, pid, getpriority(PRIO_PROCESS, pid)));
        sched_param same{};
        refused("sched_setscheduler" + of, sched_setscheduler(pid, SCHED_OTHER, &same));
        refused("sched_setparam" + of, sched_setparam(pid, &same));
        refused("ioprio_set" + of, syscall(SYS_ioprio_set, 1, pid, 0));
    }
    done();
}
