// talk: {with: answers, expect: TLE}
#include <iostream>
#include <string>

int main() {
    for (std::string word;;) {
        std::cout << 1 << std::endl;
        std::cin >> word;
    }
}
