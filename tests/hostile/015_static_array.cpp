// hostile: {entry: 15, expect: [MLE, RE], why: a static array of 1 GiB; the program may not even start}
#include "hostile.h"

char big[1 << 30];

int main() {
    for (int at = 0; at < 1 << 30; at += 4096) static_cast<volatile char*>(big)[at] = 1;
    leaked("1 GiB of static memory");
    done();
}
