// Says the same without end, and does not listen.
#include <cstdio>

int main() {
    for (;;) std::puts("hello");
}
