// hostile: {entry: 114, expect: AC, twice: true, why: finds the output of another run after its own}
#include <sys/stat.h>

#include "hostile.h"

int main() {
    char old[64];
    for (int fd = 1; fd < 3; ++fd) {
        struct stat info {};
        fstat(fd, &info);
        if (S_ISREG(info.st_mode) && info.st_size) leaked("output of another run");
        int again = open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDONLY | O_NONBLOCK);
        if (pread(again, old, sizeof old, 0) > 0 || (S_ISREG(info.st_mode) && pread(fd, old, sizeof old, 0) > 0)) leaked("old bytes");
    }
    done();
}
