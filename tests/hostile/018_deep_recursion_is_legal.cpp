// hostile: {entry: 18, expect: AC, why: 100 MB of stack is legitimate under a limit of 256 MiB}
#include "hostile.h"

int deeper(volatile char* above, int left) {
    volatile char frame[1000];
    frame[0] = above[0];
    return left ? deeper(frame, left - 1) + frame[0] : 0;
}

int main() {
    char top = 0;
    return deeper(&top, 100'000) == 0 ? puts("contained") < 0 : 1;
}
