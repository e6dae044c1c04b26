// hostile: {entry: 123, expect: [MLE, RE], why: 280 MB under a limit of 256 MiB and then an exec that gives them back}
// If the exec is refused it prints the right answer: only the peak counts.
#include "hostile.h"

int main(int argc, char** argv) {
    if (argc < 2) {
        char* block = static_cast<char*>(malloc(280'000'000));
        if (!block) abort();
        for (int at = 0; at < 280'000'000; at += 4096) static_cast<volatile char*>(block)[at] = 1;
        execl(argv[0], argv[0], "again", nullptr);
    }
    write(1, "contained\n", 10);
}
