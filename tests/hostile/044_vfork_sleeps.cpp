// hostile: {entry: 44, expect: AC, why: a parent that waits for its vfork child cannot be interrupted}
#include "hostile.h"

int main() {
    pid_t pid = vfork();
    if (pid == 0) sleep(6), _exit(0);
    refused("vfork", pid, {EAGAIN});
    done();
}
