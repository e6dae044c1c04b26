// hostile: {entry: 103, expect: AC, why: the keeper as its tracer is woken by stops that are no ends}
#include <sys/ptrace.h>

#include "hostile.h"

int main() {
    refused("PTRACE_TRACEME", ptrace(PTRACE_TRACEME, 0, nullptr, nullptr));
    done();
}
