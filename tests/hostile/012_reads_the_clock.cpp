// hostile: {entry: 12, expect: AC, why: clocks for a heuristic are allowed}
#include <sys/resource.h>
#include <sys/times.h>
#include <x86intrin.h>

#include <chrono>

#include "hostile.h"

int main() {
    tms cpu;
    rusage usage;
    if (__rdtsc() == 0) leaked("rdtsc");
    if (times(&cpu) == -1) leaked("times");
    if (getrusage(RUSAGE_SELF, &usage)) leaked("getrusage");
    if (clock() == -1) leaked("clock");
    if (std::chrono::system_clock::now().time_since_epoch().count() < 1) leaked("system_clock");
    if (clock_s(CLOCK_PROCESS_CPUTIME_ID) <= 0) leaked("CPU clock");
    timespec nap{0, 1'000'000};
    if (clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, nullptr)) leaked("sleep");
    done();
}
