// hostile: {entry: 56, expect: AC, why: a new namespace makes it root there; and the ways out of a root}
#include <sched.h>
#include <signal.h>

#include "hostile.h"

int main() {
    for (unsigned long space : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80}) {
        char name[40];
        snprintf(name, sizeof name, "%#lx", space);
        long pid = syscall(SYS_clone, space | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0) _exit(0);
        refused(std::string("clone ") + name, pid, {EAGAIN});
    }
    refused("setns", setns(open("/proc/self/ns/net", O_RDONLY), 0));
    refused("chroot", chroot("/nonexistent"));
    refused("pivot_root", syscall(SYS_pivot_root, "/nonexistent", "/nonexistent"));
    refused("unshare of the mounts", unshare(CLONE_NEWNS));
    refused("unshare of the network", unshare(CLONE_NEWNET));
    refused("unshare of the users", unshare(CLONE_NEWUSER));
    done();
}
