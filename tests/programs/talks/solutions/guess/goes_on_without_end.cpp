// judge: {expect: {"*": OLE}}
#include <cstdio>
#include <cstring>

int main() {
    int low = 1, high = 1000;
    char word[16];
    for (;;) {
        int middle = (low + high) / 2;
        std::printf("%d\n", middle);
        std::fflush(stdout);
        std::scanf("%15s", word);
        if (!std::strcmp(word, "lower")) high = middle - 1;
        else low = middle + 1;
    }
}
