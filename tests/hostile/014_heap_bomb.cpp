// hostile: {entry: 14, expect: MLE, why: touches 512 MiB of heap}
#include "hostile.h"

int main() {
    for (int i = 0; i < 512; ++i) {
        char* block = new char[1 << 20];
        for (int at = 0; at < 1 << 20; at += 4096) static_cast<volatile char*>(block)[at] = 1;
    }
    leaked("512 MiB of heap");
    done();
}
