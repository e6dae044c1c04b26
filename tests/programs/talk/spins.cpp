// talk: {with: guess, expect: TLE}
int main() {
    for (volatile int i = 0;; i = i + 1) {}
}
