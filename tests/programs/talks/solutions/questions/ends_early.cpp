// judge: {expect: {"*": PE}}
#include <cstdio>

int main() {
    int high;
    std::scanf("%d", &high);
    std::printf("? %d\n", high);
}
