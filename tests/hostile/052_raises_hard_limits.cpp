// hostile: {entry: 52, expect: AC, why: hard limits must exist and must hold}
#include <sys/resource.h>

#include "hostile.h"

int main() {
    struct { const char* name; decltype(RLIMIT_CPU) which; } limits[] = {
        {"CPU", RLIMIT_CPU}, {"FSIZE", RLIMIT_FSIZE}, {"NOFILE", RLIMIT_NOFILE}, {"CORE", RLIMIT_CORE}, {"AS", RLIMIT_AS},
        {"MEMLOCK", RLIMIT_MEMLOCK}};
    for (auto [name, which] : limits) {
        rlimit now{};
        getrlimit(which, &now);
        if (now.rlim_max == RLIM_INFINITY) {
            leaked(std::string("no limit for ") + name);
            continue;
        }
        rlimit more{now.rlim_cur, now.rlim_max + 1};
        refused(std::string("raise ") + name, setrlimit(which, &more));
        refused(std::string("prlimit ") + name, prlimit(getpid(), which, &more, nullptr));
    }
    done();
}
