// hostile: {entry: 138, expect: MLE, address_space: false, why: page tables use memory even if their pages do not}
// Each read byte maps the shared page of zeros through a separate page table.
#include <sys/mman.h>

#include "hostile.h"

int main() {
    const size_t step = 2 << 20, size = size_t(1) << 40;
    void* block = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 1;
    volatile char* pages = static_cast<char*>(block);
    for (size_t at = 0; at < size; at += step) pages[at];
    leaked("2 GB of tables");
    done();
}
