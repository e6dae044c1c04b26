// Plays one game after the other. Each side takes one, two or three stones in turn; taking the last stone wins.
// The program begins. It gets the number of games, and the number of stones after each move of this side;
// 0 ends a game. The points are the share of games that the program wins.
#include <csignal>
#include <cstdio>

int main(int, char **words) {
    std::signal(SIGPIPE, SIG_IGN);
    std::FILE *input = std::fopen("input.txt", "r");
    std::FILE *says = std::fopen(words[1], "w"), *hears = std::fopen(words[2], "r");
    int games, won = 0;
    if (!input || !says || !hears || std::fscanf(input, "%d", &games) != 1) return 1;
    std::fprintf(says, "%d\n", games);
    const char *end = "";
    for (int game = 0; game < games && !*end; game++) {
        int stones, taken;
        if (std::fscanf(input, "%d", &stones) != 1) return 1;
        while (stones) {
            std::fprintf(says, "%d\n", stones);
            std::fflush(says);
            if (std::fscanf(hears, "%d", &taken) != 1) end = "no number";
            else if (taken < 1 || taken > 3 || taken > stones) end = "not so many stones";
            if (*end) break;
            stones -= taken;
            won += !stones;
            if (stones) stones -= stones % 4 ? stones % 4 : 1;
        }
        if (!*end) std::fprintf(says, "0\n");
        std::fflush(says);
    }
    std::printf("%.3f\n", *end ? 0 : double(won) / games);
    std::fprintf(stderr, "%s\n", *end ? end : won == games ? "translate:success" : "translate:partial");
}
