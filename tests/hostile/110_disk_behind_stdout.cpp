// hostile: {entry: 110, expect: AC, why: FALLOC_FL_KEEP_SIZE takes 64 MB on some file systems in spite of RLIMIT_FSIZE}
#include <signal.h>

#include "hostile.h"

int main() {
    signal(SIGXFSZ, SIG_IGN);
    for (int fd = 1; fd < 3; ++fd)
        refused("fallocate of " + std::to_string(fd), fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 64 << 20), {EFBIG, ESPIPE, ENODEV, EOPNOTSUPP});
    done();
}
