// Prints the same without end, and never reads.
#include <cstdio>

int main() {
    for (;;) std::puts("hello");
}
