// hostile: {entry: 106, expect: AC, why: wants no signal when its parent dies}
#include <signal.h>
#include <sys/prctl.h>

#include "hostile.h"

int main() {
    int sig = 0;
    refused("PR_SET_PDEATHSIG", prctl(PR_SET_PDEATHSIG, 0));
    prctl(PR_GET_PDEATHSIG, &sig);
    if (sig != SIGKILL) leaked("it lives on without its keeper");
    done();
}
