// talk: {with: guess, expect: ILE, message: sleeps while the interactor waits for it}
#include <csignal>

int main() {
    for (;;) std::raise(SIGSTOP);
}
