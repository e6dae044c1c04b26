// hostile: {entry: 45, expect: AC, why: signals to the harness and the keeper and a sibling and everybody}
// Signal 0 is checked like any other and has no effect.
#include <signal.h>

#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        std::string to = " to " + std::to_string(pid);
        refused("kill" + to, kill(pid, 0));
        refused("tkill" + to, syscall(SYS_tkill, pid, 0));
        refused("tgkill" + to, syscall(SYS_tgkill, pid, pid, 0));
        siginfo_t info{};
        info.si_code = SI_QUEUE;
        refused("rt_sigqueueinfo" + to, syscall(SYS_rt_sigqueueinfo, pid, 0, &info));
        refused("rt_tgsigqueueinfo" + to, syscall(SYS_rt_tgsigqueueinfo, pid, pid, 0, &info));
        int fd = syscall(SYS_pidfd_open, pid, 0);
        refused("pidfd_send_signal" + to, fd < 0 ? fd : syscall(SYS_pidfd_send_signal, fd, 0, nullptr, 0));
    }
    refused("kill to all", kill(-1, 0));
    refused("kill to the group of the keeper", kill(-getpgid(getppid()), 0));
    if (getpgrp() != getpid()) refused("kill to its group", kill(0, 0));
    done();
}
