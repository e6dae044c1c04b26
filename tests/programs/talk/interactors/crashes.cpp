// Falls over the first word, as over none.
#include <cstdlib>
#include <iostream>
#include <string>

int main() {
    std::string word;
    std::cout << "hello" << std::endl;
    std::cin >> word;
    std::abort();
}
