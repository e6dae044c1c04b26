// hostile: {entry: 105, expect: AC, why: moves to another core and disturbs the timing of the neighbour}
#include <sched.h>

#include "hostile.h"

int main() {
    cpu_set_t now, wish, after;
    sched_getaffinity(0, sizeof now, &now);
    for (int cpu = 0; cpu < 1024; ++cpu) {
        CPU_ZERO(&wish);
        CPU_SET(cpu, &wish);
        if (CPU_COUNT(&now) == 1 && CPU_EQUAL(&now, &wish)) continue;
        if (sched_setaffinity(0, sizeof wish, &wish) == 0 && sched_getaffinity(0, sizeof after, &after) == 0 && CPU_EQUAL(&after, &wish)) {
            leaked("moved to core " + std::to_string(cpu));
            break;
        }
    }
    done();
}
