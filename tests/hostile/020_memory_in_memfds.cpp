// hostile: {entry: 20, expect: AC, why: pages in files of memory count in no limit}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    int fd = memfd_create("hidden", 0);
    refused("memfd_create", fd);
    if (fd >= 0 && ftruncate(fd, 64 << 20) == 0) {
        char* pages = static_cast<char*>(mmap(nullptr, 64 << 20, PROT_WRITE, MAP_SHARED, fd, 0));
        if (pages != MAP_FAILED) memset(pages, 1, 64 << 20), munmap(pages, 64 << 20);
    }
    refused("memfd_secret", syscall(SYS_memfd_secret, 0));
    done();
}
