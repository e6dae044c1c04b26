// talk: {with: guess, expect: ILE, message: waits for input; the interactor waits too}
#include <iostream>
#include <string>

int main() {
    for (std::string answer; answer != "correct";) {
        std::cout << 50 << std::flush;
        std::cin >> answer;
    }
}
