// hostile: {entry: 16, expect: AC, why: reserves 4 GiB that it never touches}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    const size_t size = 4ul << 30;
    void* plain = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    refused("mmap", plain == MAP_FAILED ? -1 : 0, {ENOMEM});
    void* lazy = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    refused("mmap of nothing", lazy == MAP_FAILED ? -1 : 0, {ENOMEM});
    done();
}
