// A validator of testlib, validator.h, that ends with 42 for a lawful input and with 43 for another.
#define FAIL_EXIT_CODE 43

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static void accept(int code, void *) {
    std::fflush(nullptr);
    if (code == 0) _exit(42);
}

__attribute__((constructor)) static void ready() {
    on_exit(accept, nullptr);
}

#include "validator.h"
