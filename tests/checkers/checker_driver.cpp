// Runs a checker's own source, CHECKER, on many pairs; prints one byte for each: its exit code, plus '0'.
//
// argv: a file of pairs, a folder to work in, what else the checker is told. A pair is two lengths, eight bytes each in the machine's order,
// then output and answer. Each pair has a fork of its own, so that a checker may keep and end what it likes.
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define main checker_main
#include CHECKER
#undef main

static void write_file(const std::string &path, const std::string &data) {
    std::ofstream(path, std::ios::binary) << data;
}

static int child(const std::string &folder, const std::vector<std::string> &options) {
    std::string input = folder + "/input", output = folder + "/output", answer = folder + "/answer";
    dup2(open(output.c_str(), O_RDONLY), 0);
    dup2(open("/dev/null", O_WRONLY), 2);
#ifdef TAKES_STDIN
    std::vector<std::string> words = {"checker", input, answer, folder};
#else
    std::vector<std::string> words = {"checker", input, output, answer};
#endif
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char *> arguments;
    for (std::string &word : words)
        arguments.push_back(&word[0]);
    arguments.push_back(nullptr);
    return checker_main(words.size(), arguments.data());
}

int main(int count, char **argv) {
    std::string folder = argv[2];
    std::vector<std::string> options(argv + 3, argv + count);
    std::ifstream pairs(argv[1], std::ios::binary);
    write_file(folder + "/input", "");
    uint64_t lengths[2];
    while (pairs.read(reinterpret_cast<char *>(lengths), sizeof lengths)) {
        std::string texts[2];
        for (int n = 0; n < 2; n++) {
            texts[n].resize(lengths[n]);
            pairs.read(&texts[n][0], lengths[n]);
        }
        write_file(folder + "/output", texts[0]);
        write_file(folder + "/answer", texts[1]);
        pid_t pid = fork();
        if (pid == 0)
            exit(child(folder, options));
        int status = 0;
        waitpid(pid, &status, 0);
        char code = WIFEXITED(status) ? '0' + WEXITSTATUS(status) : '!';
        if (write(1, &code, 1) != 1)
            _exit(1);
    }
    _exit(0);
}
