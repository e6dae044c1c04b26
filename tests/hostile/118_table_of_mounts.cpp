// hostile: {entry: 118, expect: AC, why: the mounts of the host by the newest system calls}
#include "hostile.h"

int main() {
    struct { unsigned size, spare; unsigned long id, param, space; } all{32, 0, ~0ul, 0, 0}, root{32, 0, 0, 0x3f, 0};
    unsigned long ids[16] = {};
    char about[4096];
    long count = syscall(458, &all, ids, 16, 0);
    refused("listmount", count);
    root.id = count > 0 ? ids[0] : ~0ul;
    refused("statmount", syscall(457, &root, about, sizeof about, 0));
    refused("mountinfo", open("/proc/self/mountinfo", O_RDONLY));
    done();
}
