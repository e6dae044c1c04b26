// talk: {with: guess, expect: ILE, message: waits for input after printing at least 3 bytes without a flush}
#include <cstdio>
#include <cstring>

int main() {
    char answer[9] = "";
    for (int low = 1, high = 100; std::strcmp(answer, "correct");) {
        int guess = (low + high) / 2;
        std::printf("%d\n", guess);
        std::scanf("%8s", answer);
        (std::strcmp(answer, "lower") ? low : high) = guess;
    }
}
