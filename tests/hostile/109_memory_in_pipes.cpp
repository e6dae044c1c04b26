// hostile: {entry: 109, expect: AC, why: pages in pipes count in no limit of the process}
// A pipe with one byte of a huge page keeps all its 2 MB: here 300 MB in ten pipes under a limit of 256 MiB.
#include <sys/mman.h>
#include <sys/uio.h>

#include "hostile.h"

int main() {
    const size_t huge = 2 << 20;
    long kept = 0;
    for (int p = 0; p < 10; ++p) {
        int ends[2];
        if (pipe(ends)) break;
        for (int slot = 0; slot < 15; ++slot, ++kept) {
            char* block = static_cast<char*>(mmap(nullptr, 2 * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
            if (block == MAP_FAILED) break;
            char* page = reinterpret_cast<char*>((reinterpret_cast<size_t>(block) + huge - 1) & ~(huge - 1));
            madvise(page, huge, MADV_HUGEPAGE);
            memset(page, 1, huge);
            iovec one{page, 4096};
            long sent = vmsplice(ends[1], &one, 1, SPLICE_F_NONBLOCK);
            munmap(block, 2 * huge);
            if (sent == -1) refused("vmsplice", sent), done();
        }
    }
    leaked(std::to_string(kept * 2) + " MB in pipes");
    done();
}
