// judge: {expect: {"*": WA}}
#include <cstdio>
#include <cstring>

int main() {
    int low = 1, high = 1000;
    char word[16];
    do {
        int middle = (low + high) / 2;
        std::printf("is it %d?\n", middle);
        std::fflush(stdout);
        if (std::scanf("%15s", word) != 1) return 1;
        if (!std::strcmp(word, "lower")) high = middle - 1;
        else low = middle + 1;
    } while (std::strcmp(word, "correct"));
}
