// hostile: {entry: 145, expect: OLE, drawer: true, message: its files, why: removed files that take disk space until they are closed}
#include <thread>

#include "hostile.h"

/// Every second file is removed, the others are replaced.
void hold() {
    for (int i = 0; i < 24; ++i) {
        int file = open("held", O_CREAT | O_RDWR, 0600);
        if (file == -1 || ftruncate(file, 1 << 20)) break;
        if (i % 2) unlink("held");
        else close(open("other", O_CREAT | O_RDWR, 0600)), rename("other", "held");
    }
    for (;;) pause();
}

int main() {
    std::thread(hold).detach();
    // No descriptor is listed for a thread that has ended.
    syscall(SYS_exit, 0);
}
