// judge: {expect: {"*": RE}}
#include <cstdio>

int main() {
    char who[8], told[8];
    int count;
    if (std::scanf("%7s %d", who, &count) != 2) return 1;
    std::FILE *letters = std::fopen("/tmp/letters", who[0] == 'a' ? "w" : "r");
    if (!letters) return 1;
    while (count--) {
        if (std::scanf("%7s", told) != 1) return 1;
        if (who[0] == 'a') std::fprintf(letters, "%s\n", told);
        std::puts("0");
        std::fflush(stdout);
    }
    std::fclose(letters);
}
