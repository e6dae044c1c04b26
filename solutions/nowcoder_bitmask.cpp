// judge: {format: nowcoder, source: 004_258a0544014b502a.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit may enter a blank if its bit is 0 in its row, its column and its block.
//
// An integer remembers what a row, a column or a block has used; exclusive or sets a bit and takes it back.
// The blanks are listed in reading order and filled one after another; once all are, `done` ends every loop.
// The document calls time and space O(1), as a grid has 81 cells whatever is in them; but that constant may be
// 1,305,263,521 placements, as on farteryhr's third.

#include <iostream>
#include <vector>

// i, j   a row and a column, 0 to 8
// n      a digit less one, 0 to 8, and the place of its bit
// b      a place in `blanks`

struct Cell {
    int i, j;
};

int grid[9][9];
std::vector<Cell> blanks;
int row[9];
int column[9];
int block[3][3];  // block[i / 3][j / 3]

void flip(int i, int j, int n) {
    row[i] ^= 1 << n;
    column[j] ^= 1 << n;
    block[i / 3][j / 3] ^= 1 << n;
}

void read() {
    for (int i = 0; i < 9; ++i) {
        for (int j = 0; j < 9; ++j) {
            std::cin >> grid[i][j];
            if (grid[i][j])
                flip(i, j, grid[i][j] - 1);
            else
                blanks.push_back({i, j});
        }
    }
}

// Fill the blanks from place b on. The bits are flipped back in any case, the digits stay.
void dfs(std::size_t b, bool& done) {
    if (b == blanks.size()) {
        done = true;
        return;
    }
    const auto [i, j] = blanks[b];
    const int used = row[i] | column[j] | block[i / 3][j / 3];
    for (int n = 0; n < 9 && !done; ++n) {
        if (used & 1 << n) continue;
        flip(i, j, n);
        grid[i][j] = n + 1;
        dfs(b + 1, done);
        flip(i, j, n);
    }
}

int main() {
    read();
    bool done = false;
    dfs(0, done);
    for (const auto& line : grid) {
        for (int digit : line) std::cout << digit << ' ';
        std::cout << '\n';
    }
}
