// hostile: {entry: 101, expect: AC, why: copies descriptors of the harness; advises on its memory; compares its kernel objects}
#include <sys/mman.h>
#include <sys/uio.h>

#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        std::string of = " of " + std::to_string(pid), fds = "/proc/" + std::to_string(pid) + "/fd/";
        int fd = syscall(SYS_pidfd_open, pid, 0);
        if (fd < 0) refused("pidfd_open" + of, fd);
        else {
            for (int theirs = 0; theirs < 8; ++theirs) refused("pidfd_getfd" + of, syscall(SYS_pidfd_getfd, fd, theirs, 0));
            iovec nothing{nullptr, 4096};
            refused("process_madvise" + of, syscall(SYS_process_madvise, fd, &nothing, 1, MADV_COLD, 0));
            refused("setns" + of, syscall(SYS_setns, fd, 0));
        }
        for (int theirs = 0; theirs < 8; ++theirs) refused("fd" + of, open((fds + std::to_string(theirs)).c_str(), O_RDONLY), {ENOENT, ENXIO});
        refused("kcmp" + of, syscall(SYS_kcmp, getpid(), pid, 0, 0, 0));
    }
    done();
}
