// hostile: {entry: 4, expect: TLE, why: ignores and blocks all signals and spins}
#include <signal.h>

#include "hostile.h"

int main() {
    for (int sig = 1; sig < 65; ++sig) signal(sig, SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    burn(20);
    leaked("burnt 20 s");
    done();
}
