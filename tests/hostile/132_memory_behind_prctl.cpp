// hostile: {entry: 132, expect: AC, why: some options of prctl make the kernel keep memory or a filter for the process}
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "hostile.h"

int main() {
    sock_filter code[] = {{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    sock_fprog filter{1, code};
    const int futex_hash = 78, set_slots = 1;
    refused("a table of futexes", prctl(futex_hash, set_slots, 1 << 16, 0, 0));
    refused("another filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0));
    refused("a name for a mapping", prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, &filter, 4096, "name"));
    refused("to be looked into", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
    refused("to outlive the keeper", prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
    refused("orphans", prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0));
    refused("an option that no kernel knows", prctl(79, 0, 0, 0, 0));
    if (prctl(PR_SET_NAME, "name", 0, 0, 0)) leaked("its own name was refused");
    done();
}
