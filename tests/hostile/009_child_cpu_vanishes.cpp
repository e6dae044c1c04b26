// hostile: {entry: 9, expect: AC, why: with SIGCHLD ignored the CPU time of a child is in no rusage}
#include <signal.h>
#include <sys/wait.h>

#include "hostile.h"

int main() {
    signal(SIGCHLD, SIG_IGN);
    if (forked() == 0) burn(2), _exit(0);
    wait(nullptr);
    done();
}
