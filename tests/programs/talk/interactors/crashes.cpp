// Crashes on the first word, and also without one.
#include <cstdlib>
#include <iostream>
#include <string>

int main() {
    std::string word;
    std::cout << "hello" << std::endl;
    std::cin >> word;
    std::abort();
}
