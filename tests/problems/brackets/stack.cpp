#include <iostream>
#include <string>

int main() {
    std::string text, waiting;
    std::cin >> text;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const char sign = text[place];
        if (sign == '(') waiting += ')';
        else if (sign == '[') waiting += ']';
        else if (sign == '{') waiting += '}';
        else if (waiting.empty() || waiting.back() != sign) {
            std::cout << "wrong at " << place + 1 << "\n";
            return 0;
        } else waiting.pop_back();
    }
    if (waiting.empty()) std::cout << "balanced\n";
    else std::cout << "open: " << waiting.size() << "\n";
}
