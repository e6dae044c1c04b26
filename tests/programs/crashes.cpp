// answers, then ends by the signal argv[1]
#include <csignal>
#include <cstdio>
#include <cstdlib>
int main(int, char **argv) {
    puts("partial");
    fflush(stdout);
    raise(atoi(argv[1]));
}
