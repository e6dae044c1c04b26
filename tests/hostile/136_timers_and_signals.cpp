// hostile: {entry: 136, expect: AC, why: pending timers and signals use memory of the kernel}
#include <csignal>

#include "hostile.h"

int main() {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &one, nullptr);
    int signals = 0, timers = 0;
    for (int sent = 0; sent < 5000; ++sent) kill(getpid(), SIGRTMIN);
    const timespec now{0, 0};
    while (sigtimedwait(&one, nullptr, &now) == SIGRTMIN) ++signals;
    for (timer_t timer; timers < 5000 && timer_create(CLOCK_MONOTONIC, nullptr, &timer) == 0;) ++timers;
    if (signals > 1000) leaked(std::to_string(signals) + " signals");
    if (timers > 1000) leaked(std::to_string(timers) + " timers");
    done();
}
