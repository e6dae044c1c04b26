// What decides by testlib, as CMS calls it. checker.h gets INPUT ANSWER OUTPUT. interactor.h gets the pipes
// FROM TO a program, and input.txt in the current folder. The share of the points goes to stdout, and the
// message to stderr.
#define PE_EXIT_CODE 1
#define DIRT_EXIT_CODE 1
#define UNEXPECTED_EOF_EXIT_CODE 1

#include <bits/stdc++.h>
#include <fcntl.h>
#include <unistd.h>

// The points of a whole test. With 0 a checker cannot give a part of them.
static const double POINTS = 1;

static int shares, messages, said[2];

static void finish(int code, void *) {
    std::cout.flush();
    std::fflush(nullptr);
    std::string text;
    char piece[4096];
    for (ssize_t size; (size = read(said[0], piece, sizeof piece)) > 0;) text.append(piece, size);
    dprintf(messages, "%s", text.c_str());
    double share = code == 0, points = 0;
    if (code == 7 && POINTS > 0) {
        if (std::sscanf(text.c_str(), " points %lf", &points) != 1 && std::sscanf(text.c_str(), "%lf", &points) != 1)
            _exit(3);
        // testlib prints ten decimals.
        if (!(points >= 0 && points <= POINTS * (1 + 1e-9) + 1e-10)) _exit(3);
        share = std::min(1.0, points / POINTS);
    }
    // Other exit codes are failures.
    if (code != 0 && code != 1 && code != 7) _exit(code);
    dprintf(shares, "%.9g\n", share);
    _exit(0);
}

static int decided(int (*decide)(int, char **), std::vector<std::string> names) {
    shares = dup(1);
    messages = dup(2);
    // A message that is longer than the pipe is cut.
    if (pipe2(said, O_NONBLOCK) == 0) dup2(said[1], 2);
    on_exit(finish, nullptr);
    std::vector<char *> words;
    for (std::string &name : names) words.push_back(&name[0]);
    words.push_back(nullptr);
    return decide(static_cast<int>(names.size()), words.data());
}

#if __has_include("interactor.h")
#define main interact
#include "interactor.h"
#undef main

static const char *from_program, *to_program;

static int talk(int argc, char *argv[]) {
    // A program opens its input first.
    dup2(open(to_program, O_WRONLY), 1);
    dup2(open(from_program, O_RDONLY), 0);
    return interact(argc, argv);
}

int main(int argc, char *argv[]) {
    if (argc < 3) return 3;
    signal(SIGPIPE, SIG_IGN);
    from_program = argv[1];
    to_program = argv[2];
    std::vector<std::string> names = {argv[0], "input.txt", "output.txt"};
    if (access("answer.txt", R_OK) == 0) names.push_back("answer.txt");
    return decided(talk, names);
}
#else
#define main check
#include "checker.h"
#undef main

int main(int argc, char *argv[]) {
    if (argc < 4) return 3;
    return decided(check, {argv[0], argv[1], argv[3], argv[2]});
}
#endif
