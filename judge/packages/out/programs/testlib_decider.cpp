// What decides by testlib, as a validator: INPUT ANSWER FEEDBACK/ [ARGUMENTS]. Its exit codes become 42 and
// 43; what fails keeps another. interactor.h talks on the standard streams. checker.h, which testlib gives a
// file, judges what the interactor has written, or else what comes on stdin.
#define OK_EXIT_CODE 42
#define WA_EXIT_CODE 43
#define PE_EXIT_CODE 43
#define DIRT_EXIT_CODE 43
#define POINTS_EXIT_CODE 43
#define UNEXPECTED_EOF_EXIT_CODE 43

#include <bits/stdc++.h>
#include <unistd.h>

static int decided(int (*decide)(int, char **), int argc, char *argv[], std::string output) {
    std::vector<char *> words = {argv[0], argv[1], &output[0], argv[2]};
    words.insert(words.end(), argv + 4, argv + argc);
    words.push_back(nullptr);
    return decide(static_cast<int>(words.size()) - 1, words.data());
}

#if __has_include("interactor.h")
#define main interact
#include "interactor.h"
#undef main
#endif

#if __has_include("checker.h") && __has_include("interactor.h")
// Both may use the same names.
namespace apart {
#define main check
#include "checker.h"
#undef main
}

static char **again;

// testlib serves one of the two in a process, so the checker begins in another program: this one once more.
static void go_on(int code, void *program) {
    std::cout.flush();
    std::fflush(nullptr);
    if (code != OK_EXIT_CODE) return;
    execv(static_cast<char *>(program), again);
    _exit(1);
}

int main(int argc, char *argv[]) {
    if (argc < 4) return 1;
    std::string log = std::string(argv[3]) + "log", name = "checker";
    if (argv[0] == name) return decided(apart::check, argc, argv, log);
    std::vector<char *> words(argv, argv + argc);
    words[0] = &name[0];
    words.push_back(nullptr);
    again = words.data();
    on_exit(go_on, argv[0]);
    return decided(interact, 4, argv, log);
}
#elif __has_include("interactor.h")
int main(int argc, char *argv[]) {
    return argc < 4 ? 1 : decided(interact, argc, argv, std::string(argv[3]) + "log");
}
#else
#define main check
#include "checker.h"
#undef main

int main(int argc, char *argv[]) {
    if (argc < 4) return 1;
    std::string output = std::string(argv[3]) + "output";
    {
        std::ofstream file(output, std::ios::binary);
        file << std::cin.rdbuf();
    }
    return decided(check, argc, argv, output);
}
#endif
