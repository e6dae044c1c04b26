// hostile: {entry: 125, expect: [MLE, RE], why: 512 MiB of shared anonymous pages}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    for (int i = 0; i < 512; ++i) {
        void* block = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return 1;
        memset(block, 1, 1 << 20);
    }
    leaked("512 MiB of shared memory");
    done();
}
