// hostile: {entry: 62, expect: AC, why: reopens its input for writing and changes the case for every later run}
// EBADF and EINVAL: its descriptor is read-only.
#include <sys/mman.h>

#include "hostile.h"

int main() {
    optional_key("");  // has read all of stdin
    refused("write", pwrite(0, "x", 1, 0), {EBADF, ESPIPE});
    refused("ftruncate", ftruncate(0, 0), {EBADF, EINVAL});
    refused("fallocate", fallocate(0, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), {EBADF, ESPIPE});
    refused("O_TRUNC", open("/proc/self/fd/0", O_WRONLY | O_TRUNC));
    for (auto name : {"/proc/self/fd/0", "/proc/thread-self/fd/0", "/dev/stdin", "/dev/fd/0"}) {
        int fd = open(name, O_RDWR);
        if (fd == -1) {
            refused(std::string("open ") + name, fd);
            continue;
        }
        refused(std::string("write to ") + name, pwrite(fd, "x", 1, 0));
        refused(std::string("truncate ") + name, ftruncate(fd, 1));
        refused(std::string("hole in ") + name, fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096));
        void* map = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        refused(std::string("map ") + name, map == MAP_FAILED ? -1 : 0);
    }
    done();
}
