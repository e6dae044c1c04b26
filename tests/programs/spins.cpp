// burns CPU time for ever, blocks and ignores all signals it can
#include <csignal>
int main() {
    for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
    for (volatile long n = 0;; n++) {}
}
