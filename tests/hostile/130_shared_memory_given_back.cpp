// hostile: {entry: 130, expect: AC, why: shared pages that are given back stay in memory but count no more}
// Pages of a mapping of /dev/zero are not shared, and still use memory.
#include <sys/mman.h>

#include "hostile.h"

void hold(const std::string& what, int flags, int file) {
    const size_t size = 100 << 20;
    int protection = file == -1 ? PROT_READ | PROT_WRITE : PROT_READ;
    void* block = mmap(nullptr, size, protection, flags, file, 0);
    refused(what, block == MAP_FAILED ? -1 : 0);
    if (block == MAP_FAILED) return;
    volatile char* pages = static_cast<char*>(block);
    for (size_t at = 0; at < size; at += 4096) pages[at];
    madvise(block, size, MADV_DONTNEED);
}

int main() {
    hold("shared memory", MAP_SHARED | MAP_ANONYMOUS, -1);
    hold("shared memory, another way", MAP_SHARED_VALIDATE | MAP_ANONYMOUS, -1);
    int zero = open("/dev/zero", O_RDONLY);
    refused("/dev/zero", zero);
    if (zero != -1) hold("shared zeros", MAP_SHARED, zero);
    done();
}
