// talk: {with: guess, expect: WA}
#include <iostream>

int main() {
    std::cout << "fifty" << std::endl;
    for (std::string word; std::cin >> word;) {}
}
