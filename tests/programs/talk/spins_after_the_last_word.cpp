// talk: {with: guess, expect: TLE}
#include <iostream>
#include <string>

void play() {
    int low = 1, high = 100;
    std::string answer;
    while (answer != "correct") {
        int guess = (low + high) / 2;
        std::cout << guess << std::endl;
        if (!(std::cin >> answer)) throw 1;
        (answer == "lower" ? high : low) = answer == "lower" ? guess - 1 : guess + 1;
    }
}

int main() {
    play();
    for (volatile int i = 0;; i = i + 1) {}
}
