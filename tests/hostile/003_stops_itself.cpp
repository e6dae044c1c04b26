// hostile: {entry: 3, expect: ILE, why: raises SIGSTOP for ever}
// A timer kills it after 20 s: only SIGKILL and SIGCONT reach a stopped process.
#include <signal.h>

#include "hostile.h"

int main() {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer;
    itimerspec soon{{}, {20, 0}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &soon, nullptr)) return 1;
    for (;;) raise(SIGSTOP);
}
