// hostile: {entry: 73, expect: AC, why: locks and leases on a file that others share}
// EAGAIN or EINVAL would say that the kernel looked.
#include <sys/file.h>

#include "hostile.h"

int main() {
    for (int fd = 0; fd < 2; ++fd) {
        std::string on = fd ? " on its output" : " on its input";
        struct flock lock {};
        lock.l_type = fd ? F_WRLCK : F_RDLCK;
        refused("flock" + on, flock(fd, LOCK_SH | LOCK_NB));
        refused("F_SETLK" + on, fcntl(fd, F_SETLK, &lock));
        refused("F_OFD_SETLK" + on, fcntl(fd, F_OFD_SETLK, &lock));
        refused("F_SETLEASE" + on, fcntl(fd, F_SETLEASE, F_RDLCK));
    }
    refused("F_NOTIFY", fcntl(0, F_NOTIFY, 1));
    done();
}
