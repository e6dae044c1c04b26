// hostile: {entry: 11, expect: AC, why: sets the clock and takes a real-time priority}
// Every time that it sets is invalid: EINVAL says that the kernel looked.
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timex.h>

#include "hostile.h"

int main() {
    timespec never{0, -1};
    refused("clock_settime", syscall(SYS_clock_settime, CLOCK_REALTIME, &never));
    timeval neither{0, -1};
    refused("settimeofday", syscall(SYS_settimeofday, &neither, nullptr));
    timex tick{};
    tick.modes = ADJ_TICK;
    tick.tick = 1;
    refused("adjtimex", adjtimex(&tick));
    tick.modes = ADJ_TICK;
    refused("clock_adjtime", clock_adjtime(CLOCK_REALTIME, &tick));
    sched_param lowest{1};
    refused("SCHED_FIFO", sched_setscheduler(0, SCHED_FIFO, &lowest));
    refused("SCHED_RR", sched_setscheduler(0, SCHED_RR, &lowest));
    sched_param same{0};
    refused("sched_setparam", sched_setparam(0, &same), {EINVAL});
    struct { unsigned size, policy; unsigned long flags; int nice; unsigned priority; unsigned long times[3]; }
        deadline{48, 6, 0, 0, 0, {1'000'000, 10'000'000, 10'000'000}};
    refused("SCHED_DEADLINE", syscall(SYS_sched_setattr, 0, &deadline, 0));
    refused("nice -20", setpriority(PRIO_PROCESS, 0, -20));
    refused("ioprio", syscall(SYS_ioprio_set, 1, 0, 1 << 13));
    done();
}
