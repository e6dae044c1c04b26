// Answers every question until there are no more, and counts nothing.
#include <iostream>
#include <string>

int main() {
    std::string line;
    while (std::getline(std::cin, line)) std::cout << "higher" << std::endl;
    return 1;
}
