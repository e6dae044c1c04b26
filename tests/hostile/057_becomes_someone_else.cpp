// hostile: {entry: 57, expect: AC, why: other users and groups and capabilities}
#include <grp.h>
#include <sys/prctl.h>

#include "hostile.h"

int main() {
    unsigned header[2] = {0x20080522, 0}, caps[6] = {};
    syscall(SYS_capget, header, caps);
    for (unsigned word : caps)
        if (word) leaked("a capability");
    for (int cap = 0; getuid() == 0 && cap < 41; ++cap)
        if (prctl(PR_CAPBSET_READ, cap, 0, 0, 0) == 1) {
            leaked("a capability that may come back");
            break;
        }
    unsigned all[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
    refused("capset", syscall(SYS_capset, header, all));
    refused("ambient", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 0, 0, 0));
    refused("securebits", prctl(PR_SET_SECUREBITS, 0, 0, 0, 0));
    gid_t group = 65534;
    refused("setgroups", setgroups(1, &group));
    refused("setgid", setgid(getuid() ? 0 : group));
    refused("setuid", setuid(getuid() ? 0 : 65534));
    done();
}
