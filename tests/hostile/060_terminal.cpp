// hostile: {entry: 60, expect: AC, why: types into the terminal from which the judge was started}
// ENOTTY would say that the kernel looked. The high bits fool a filter that compares 64 of them; the kernel drops them.
#include <sys/ioctl.h>

#include "hostile.h"

int main() {
    char letter = 'x', paste[16] = {3};
    refused("/dev/tty", open("/dev/tty", O_RDWR | O_NOCTTY), {ENXIO, ENOENT});
    refused("/dev/console", open("/dev/console", O_RDWR | O_NOCTTY), {ENXIO, ENOENT});
    refused("/dev/ptmx", open("/dev/ptmx", O_RDWR | O_NOCTTY), {ENOENT});
    refused("/dev/vcs", open("/dev/vcs", O_RDONLY), {ENOENT});
    for (int fd = 0; fd < 3; ++fd) {
        refused("TIOCSTI", ioctl(fd, TIOCSTI, &letter));
        refused("TIOCLINUX", ioctl(fd, TIOCLINUX, paste));
        refused("TIOCSTI with high bits", syscall(SYS_ioctl, fd, 1ul << 32 | TIOCSTI, &letter));
        refused("TIOCLINUX with high bits", syscall(SYS_ioctl, fd, 1ul << 40 | TIOCLINUX, paste));
    }
    done();
}
