// Has no fixed number from 1 to n: each answer keeps as many candidates as possible.
// `? x` asks whether the number is x or more, twenty times at most; `! x` states the number.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

enum { ACCEPTED = 0, WRONG = 1, MALFORMED = 2 };

static void end(int code, const char *why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(code);
}

// The end of the input also ends a line.
static std::string line() {
    std::string said;
    for (int sign; (sign = std::getchar()) != '\n';) {
        if (sign == EOF && said.empty()) end(MALFORMED, "the end instead of a line");
        if (sign == EOF) break;
        said += char(sign);
        if (said.size() > 20) end(MALFORMED, "a line that is too long");
    }
    return said;
}

int main(int, char **words) {
    std::FILE *input = std::fopen(words[1], "r"), *log = std::fopen(words[2], "w");
    long low = 1, high, number;
    if (!input || !log || std::fscanf(input, "%ld", &high) != 1) end(3, "no input");
    std::printf("%ld\n", high);
    std::fflush(stdout);
    for (int asked = 0;;) {
        char kind, rest;
        if (std::sscanf(line().c_str(), "%c %ld%c", &kind, &number, &rest) != 2)
            end(MALFORMED, "neither ? nor ! with a number");
        if (kind == '!') {
            if (low != high) end(WRONG, "another number fits, too");
            if (number != low) end(WRONG, "not this number");
            std::fprintf(log, "%d\n", asked);
            end(ACCEPTED, "found");
        }
        if (kind != '?') end(MALFORMED, "neither ? nor ! with a number");
        if (++asked > 20) end(WRONG, "a question too many");
        bool is_more = number <= low || (number <= high && high - number + 1 >= number - low);
        if (is_more && number > low) low = number;
        if (!is_more && number <= high) high = number - 1;
        std::puts(is_more ? "yes" : "no");
        std::fflush(stdout);
    }
}
