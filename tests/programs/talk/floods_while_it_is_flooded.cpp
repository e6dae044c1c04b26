// talk: {with: floods, expect: WA}
#include <cstdio>

int main() {
    for (;;) std::puts("more and more and more");
}
