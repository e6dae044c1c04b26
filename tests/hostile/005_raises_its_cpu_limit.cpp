// hostile: {entry: 5, expect: TLE, why: ignores SIGXCPU and raises its soft CPU limit}
#include <signal.h>
#include <sys/resource.h>

#include "hostile.h"

int main() {
    signal(SIGXCPU, SIG_IGN);
    rlimit cpu{};
    getrlimit(RLIMIT_CPU, &cpu);
    cpu.rlim_cur = cpu.rlim_max;
    setrlimit(RLIMIT_CPU, &cpu);
    burn(20);
    leaked("burnt 20 s");
    done();
}
