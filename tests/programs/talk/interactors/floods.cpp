// Prints 200,000 numbers at once, more than a pipe holds, and expects their number.
#include <iostream>

int main() {
    for (int i = 0; i < 200000; i++) std::cout << "1\n";
    std::cout << 0 << std::endl;
    int count;
    return !(std::cin >> count && count == 200000);
}
