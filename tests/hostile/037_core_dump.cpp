// hostile: {entry: 37, expect: RE, message: "signal 6", why: no core is left behind and no limit can be raised for one}
#include <sys/prctl.h>
#include <sys/resource.h>

#include "hostile.h"

int main() {
    rlimit core{};
    getrlimit(RLIMIT_CORE, &core);
    if (core.rlim_max) leaked("a core limit above zero");
    core = {1 << 20, 1 << 20};
    refused("setrlimit", setrlimit(RLIMIT_CORE, &core));
    prctl(PR_SET_DUMPABLE, 1);
    if (leaks.empty()) abort();
    done();
}
