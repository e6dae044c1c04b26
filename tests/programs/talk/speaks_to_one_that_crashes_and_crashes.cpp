// talk: {with: crashes, expect: JE}
#include <cstdlib>
#include <iostream>

int main() {
    std::cout << "hello" << std::endl;
    std::abort();
}
