// hostile: {entry: 124, expect: [RE, TLE], why: raises the signal of the CPU limit itself}
#include <signal.h>

#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    raise(SIGXCPU);
}
