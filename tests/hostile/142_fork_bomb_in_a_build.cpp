// hostile: {entry: 142, phase: build, expect: [AC, RE], why: up to 4000 processes that all fork and stay for three seconds}
// The kernel refuses ordinary users. Root is killed.
#include <sys/mman.h>

#include <atomic>

#include "hostile.h"

int main() {
    void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto& count = *new (shared) std::atomic<int>(0);
    pid_t first = getpid(), pid = 0;
    while (count < 4000 && (pid = fork()) >= 0)
        if (pid == 0) ++count;
    if (getpid() != first) sleep(3), _exit(0);
    if (count >= 4000) sleep(3), leaked("4000 processes");
    done();
}
