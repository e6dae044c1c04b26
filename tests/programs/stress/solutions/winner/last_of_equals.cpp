#include <iostream>

int main() {
    int n, winner = 0;
    long long best = -1;
    std::cin >> n;
    for (int player = 1; player <= n; player++) {
        long long score;
        std::cin >> score;
        if (score >= best) {
            best = score;
            winner = player;
        }
    }
    std::cout << winner << '\n';
}
