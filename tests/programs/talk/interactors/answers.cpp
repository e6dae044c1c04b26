// Answers whatever it is asked, as long as it is asked, and counts nothing.
#include <iostream>
#include <string>

int main() {
    std::string line;
    while (std::getline(std::cin, line)) std::cout << "higher" << std::endl;
    return 1;
}
