// talk: {with: guess, expect: AC}
#include <pthread.h>

#include <iostream>
#include <string>

void* play(void*) {
    int low = 1, high = 100;
    std::string answer;
    while (answer != "correct") {
        int guess = (low + high) / 2;
        std::cout << guess << std::endl;
        if (!(std::cin >> answer)) break;
        (answer == "lower" ? high : low) = answer == "lower" ? guess - 1 : guess + 1;
    }
    return nullptr;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, play, nullptr);
    pthread_exit(nullptr);
}
