// touches argv[1] megabytes
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int, char **argv) {
    size_t bytes = strtoul(argv[1], nullptr, 10) << 20;
    char *block = static_cast<char *>(malloc(bytes));
    if (!block) abort();
    memset(block, 1, bytes);
    printf("%d\n", block[bytes / 2]);
}
