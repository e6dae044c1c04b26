// hostile: {entry: 39, expect: AC, why: up to 200 children by every call that makes a process}
// Each child leaves within three seconds.
#include <sched.h>
#include <signal.h>
#include <spawn.h>

#include "hostile.h"

long cloned(unsigned long flags) {
    long pid = syscall(SYS_clone, flags, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    return pid;
}

int main() {
    refused("clone", cloned(SIGCHLD), {EAGAIN});
    refused("clone without a signal", cloned(0), {EAGAIN});
    refused("clone of a sibling", cloned(CLONE_PARENT | SIGCHLD), {EAGAIN});
    refused("clone with high bits", cloned(1ul << 48 | CLONE_UNTRACED | SIGCHLD), {EAGAIN});
    unsigned long modern[8] = {0, 0, 0, 0, SIGCHLD};
    long pid = syscall(SYS_clone3, modern, sizeof modern);
    if (pid == 0) _exit(0);
    refused("clone3", pid, {EAGAIN});
    pid = syscall(SYS_fork);
    if (pid == 0) _exit(0);
    refused("fork", pid, {EAGAIN});
    pid = vfork();
    if (pid == 0) _exit(0);
    refused("vfork", pid, {EAGAIN});
    char* argv[] = {const_cast<char*>("true"), nullptr};
    pid_t spawned;
    errno = posix_spawn(&spawned, "/bin/true", nullptr, nullptr, argv, nullptr);
    refused("posix_spawn", errno ? -1 : 0, {EAGAIN});
    for (int i = 0; i < 200; ++i)
        if (forked() == 0) sleep(3), _exit(0);
    done();
}
