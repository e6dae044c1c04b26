// talk: {with: reads, expect: OLE}
#include <cstdio>

int main() {
    for (;;) std::puts("more and more and more");
}
