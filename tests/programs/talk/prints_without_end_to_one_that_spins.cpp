// talk: {with: spins, expect: JE}
#include <cstdio>

int main() {
    for (;;) std::puts("hello");
}
