// An interactor of testlib, interactor.h, as a validator: INPUT ANSWER FEEDBACK/ [ARGUMENTS].
// It talks on its standard streams, and its exit codes become 42 and 43; what fails keeps another.
#define OK_EXIT_CODE 42
#define WA_EXIT_CODE 43
#define PE_EXIT_CODE 43
#define DIRT_EXIT_CODE 43
#define UNEXPECTED_EOF_EXIT_CODE 43
#define main testlib_main
#include "interactor.h"
#undef main

#include <string>
#include <vector>

int main(int argc, char *argv[]) {
    if (argc < 4) return 1;
    std::string log = std::string(argv[3]) + "log";
    std::vector<char *> words = {argv[0], argv[1], &log[0], argv[2]};
    words.insert(words.end(), argv + 4, argv + argc);
    words.push_back(nullptr);
    return testlib_main(static_cast<int>(words.size()) - 1, words.data());
}
