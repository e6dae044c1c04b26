// hostile: {entry: 133, expect: AC, why: "the limit on descriptors is one for each table of them, and a thread may want its own"}
#include <sched.h>

#include "hostile.h"

int idle(void*) {
    for (;;) pause();
}

int main() {
    static char stack[1 << 16];
    refused("a thread with descriptors of its own",
            clone(idle, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, nullptr), {EAGAIN});
    refused("descriptors of its own", syscall(SYS_close_range, 60, 63, 2));
    refused("descriptors of its own, another way", unshare(CLONE_FILES));
    done();
}
