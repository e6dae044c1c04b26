// talk: {with: ends_oddly, expect: JE}
#include <cstdio>

int main() {
    for (;;) std::puts("hello");
}
