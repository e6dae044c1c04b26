// Prints three numbers in turn and expects the double of each, and nothing after that.
#include <iostream>

int main() {
    for (int number : {1, 20, 300}) {
        std::cout << number << std::endl;
        int answer;
        if (!(std::cin >> answer) || answer != 2 * number) return std::cerr << "wrong answer\n", 1;
    }
    char more;
    if (std::cin >> more) return std::cerr << "wrong answer: more than three numbers\n", 1;
}
