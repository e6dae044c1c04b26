// Stops itself before its first word.
#include <csignal>

int main() {
    for (;;) std::raise(SIGSTOP);
}
