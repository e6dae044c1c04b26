// talk: {with: guess, expect: ILE, message: waits for input after printing 3 bytes without a flush}
#include <cstdio>

int main() {
    char answer[9];
    std::printf("50\n");
    return std::scanf("%8s", answer) != 1;
}
