// talk: {with: without_end, expect: JE}
#include <cstdio>

int main() {
    for (;;) std::puts("hello");
}
