// judge: {format: luogu, source: 000_4c513892180624f9.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit may enter a blank if its row, its column and its region lack it; 81 filled cells are the answer.
//
// The blanks are filled in reading order. One that stays empty sends the search back to the one before it.
// Below `using namespace std`, which the document has, `empty` would be ambiguous from C++17 on.

#include <cstdlib>
#include <iostream>

// i, j   a row and a column, 1 to 9
// d      a digit, 1 to 9
// b      a place in `empty`, from 1 on

int grid[10][10];  // grid[i][j] is a digit, 0 in a blank
int empty[82];     // the blanks, each as 10 * i + j, or 0 while it is filled
int blanks;
bool row[10][10];  // row[i][d]: row i has d
bool column[10][10];
bool region[10][10];

// The nine regions are numbered in reading order, 1 to 9.
int region_of(int i, int j) {
    if (i <= 3) return j <= 3 ? 1 : j <= 6 ? 2 : 3;
    if (i <= 6) return j <= 3 ? 4 : j <= 6 ? 5 : 6;
    return j <= 3 ? 7 : j <= 6 ? 8 : 9;
}

bool fits(int i, int j, int d) {
    return !row[i][d] && !column[j][d] && !region[region_of(i, j)][d];
}

void mark(int i, int j, int d, bool placed) {
    row[i][d] = column[j][d] = region[region_of(i, j)][d] = placed;
}

void read() {
    for (int i = 1; i <= 9; ++i) {
        for (int j = 1; j <= 9; ++j) {
            std::cin >> grid[i][j];
            if (grid[i][j])
                mark(i, j, grid[i][j], true);
            else
                empty[++blanks] = 10 * i + j;
        }
    }
}

[[noreturn]] void answer() {
    for (int i = 1; i <= 9; ++i) {
        for (int j = 1; j <= 9; ++j) std::cout << grid[i][j] << ' ';
        std::cout << '\n';
    }
    std::exit(0);
}

// Fill the blanks after place `now`; return only if that cannot be done.
void search(int now, int filled) {
    if (filled == 81) answer();
    for (int b = now + 1; b <= blanks; ++b) {
        const int blank = empty[b];
        if (!blank) continue;
        const int i = blank / 10, j = blank % 10;
        for (int d = 1; d <= 9; ++d) {
            if (!fits(i, j, d)) continue;
            empty[b] = 0;
            mark(i, j, d, true);
            grid[i][j] = d;
            search(b, filled + 1);
            mark(i, j, d, false);
            empty[b] = blank;
        }
        if (empty[b]) return;
    }
}

int main() {
    read();
    search(0, 81 - blanks);
}
