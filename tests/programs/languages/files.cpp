#include <fstream>
int main() {
    int a, b;
    std::ifstream("input.txt") >> a >> b;
    std::ofstream("output.txt") << a + b << '\n';
}
