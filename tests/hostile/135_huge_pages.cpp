// hostile: {entry: 135, expect: AC, why: pages of the machine's pool of huge ones and pages sent out to disk count in no peak}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    void* huge = mmap(nullptr, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    refused("huge pages", huge == MAP_FAILED ? -1 : 0);
    void* block = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, 1, 1 << 20);
    refused("pages out to disk", madvise(block, 1 << 20, MADV_PAGEOUT));
    done();
}
