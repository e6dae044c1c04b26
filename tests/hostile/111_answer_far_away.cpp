// hostile: {entry: 111, expect: [AC, RE], why: seeks to 10 GB before it prints; a pipe cannot seek}
#include "hostile.h"

int main() {
    lseek(1, 10'000'000'000, SEEK_SET);
    return write(1, "contained\n", 10) != 10;
}
