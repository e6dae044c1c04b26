// hostile: {entry: 108, expect: [AC, RE], why: the tables of i386 and x32 number the calls in another way}
#include <signal.h>

#include "hostile.h"

int main() {
#ifdef __x86_64__
    refused("getppid of x32", syscall(0x40000000 | SYS_getppid));
    signal(SIGSEGV, [](int) { done(); });  // no such table in this kernel
    long result;
    asm volatile("int $0x80" : "=a"(result) : "a"(64) : "memory", "r8", "r9", "r10", "r11");  // 64: getppid
    errno = result < 0 ? -result : 0;
    refused("getppid of i386", result < 0 ? -1 : result);
#endif
    done();
}
