// judge: {expect: {"*": WA}}
#include <cstdio>

int main() {
    for (;;) std::puts("1000");
}
