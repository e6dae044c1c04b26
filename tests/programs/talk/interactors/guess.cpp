// Thinks of 42 and answers up to ten guesses with lower, higher or correct. Exits after its last word.
#include <iostream>

int wrong(const char* why) {
    std::cerr << "wrong answer: " << why << std::endl;
    return 1;
}

int main() {
    for (int i = 0; i < 10; i++) {
        int guess;
        if (!(std::cin >> guess)) return wrong(std::cin.eof() ? "no guess" : "not a number");
        std::cout << (guess < 42 ? "higher" : guess > 42 ? "lower" : "correct") << std::endl;
        if (guess == 42) return 0;
    }
    return wrong("too many guesses");
}
