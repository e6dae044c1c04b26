// hostile: {entry: 17, expect: [MLE, RE], why: endless recursion; here a GiB of it}
#include "hostile.h"

int deeper(volatile char* above, long left) {
    volatile char frame[8192];
    frame[0] = above[0];
    return left ? deeper(frame, left - 1) + frame[0] : 0;
}

int main() {
    char top = 0;
    if (deeper(&top, 1 << 17) == 0) leaked("1 GiB of stack");
    done();
}
