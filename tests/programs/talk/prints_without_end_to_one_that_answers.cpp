// talk: {with: answers, expect: OLE}
#include <cstdio>

int main() {
    for (;;) std::puts("1");
}
