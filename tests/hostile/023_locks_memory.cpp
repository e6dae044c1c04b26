// hostile: {entry: 23, expect: AC, why: 64 MB that can never be swapped out}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    void* block = malloc(64 << 20);
    refused("mlock", mlock(block, 64 << 20), {ENOMEM});
    refused("mlockall", mlockall(MCL_CURRENT), {ENOMEM});
    void* map = mmap(nullptr, 64 << 20, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
    refused("MAP_LOCKED", map == MAP_FAILED ? -1 : 0, {EAGAIN, ENOMEM});
    done();
}
