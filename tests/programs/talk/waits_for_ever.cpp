// talk: {with: guess, expect: ILE, message: waits for input; the interactor waits too}
#include <cstdio>

int main() {
    std::puts("50");
    std::fflush(stdout);
    while (std::getchar() != EOF) {}
}
