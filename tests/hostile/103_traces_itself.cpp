// hostile: {entry: 103, expect: AC, why: stops wake the keeper as its tracer although nothing has ended}
#include <sys/ptrace.h>

#include "hostile.h"

int main() {
    refused("PTRACE_TRACEME", ptrace(PTRACE_TRACEME, 0, nullptr, nullptr));
    done();
}
