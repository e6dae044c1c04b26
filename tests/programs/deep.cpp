// 100 MB of stack
#include <cstdio>
int depth(int n) {
    volatile char frame[1024];
    frame[n % 1024] = 1;
    return n ? depth(n - 1) + frame[n % 1024] : 0;
}
int main() { printf("%d\n", depth(95000)); }
