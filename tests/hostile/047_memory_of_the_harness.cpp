// hostile: {entry: 47, expect: AC, why: reads and writes the memory of the harness}
// PTRACE_SEIZE stops no process, and only address 0 is touched: EFAULT shows that the kernel looked.
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        std::string of = " of " + std::to_string(pid);
        char byte = 0;
        iovec mine{&byte, 1}, theirs{nullptr, 1};
        refused("process_vm_readv" + of, process_vm_readv(pid, &mine, 1, &theirs, 1, 0));
        refused("process_vm_writev" + of, process_vm_writev(pid, &mine, 1, &theirs, 1, 0));
        refused("mem" + of, open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDWR));
        refused("ptrace" + of, ptrace(PTRACE_SEIZE, pid, nullptr, nullptr));
    }
    done();
}
