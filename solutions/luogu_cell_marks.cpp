// judge: {format: luogu, source: 002_1b628aeb3e0a93c8.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit is used once in every row, every column and every box, and a mark tells where it has been.
//
// The grid is walked row by row, the given cells too; past the last cell it is printed and the program ends.

#include <cstdlib>
#include <iostream>

// x, y   a row and a column, 1 to 9
// d      a digit, 1 to 9

int grid[10][10];  // grid[x][y] is a digit, 0 in a blank
bool row[10][10];  // row[x][d]: d is used in row x
bool column[10][10];
bool box[10][10];

int box_of(int x, int y) {
    return (x - 1) / 3 * 3 + (y - 1) / 3 + 1;
}

bool is_used(int x, int y, int d) {
    return row[x][d] || column[y][d] || box[box_of(x, y)][d];
}

void mark(int x, int y, int d, bool used) {
    row[x][d] = column[y][d] = box[box_of(x, y)][d] = used;
}

void read() {
    for (int x = 1; x <= 9; ++x) {
        for (int y = 1; y <= 9; ++y) {
            std::cin >> grid[x][y];
            if (grid[x][y]) mark(x, y, grid[x][y], true);
        }
    }
}

[[noreturn]] void out() {
    for (int x = 1; x <= 9; ++x) {
        for (int y = 1; y <= 9; ++y) std::cout << grid[x][y] << ' ';
        std::cout << '\n';
    }
    std::exit(0);
}

void dfg(int x, int y);

void onward(int x, int y) {
    if (x == 9 && y == 9)
        out();
    else if (y == 9)
        dfg(x + 1, 1);
    else
        dfg(x, y + 1);
}

// Fill the cells from (x, y) on; return only if that cannot be done.
void dfg(int x, int y) {
    if (grid[x][y]) {
        onward(x, y);
        return;
    }
    for (int d = 1; d <= 9; ++d) {
        if (is_used(x, y, d)) continue;
        grid[x][y] = d;
        mark(x, y, d, true);
        onward(x, y);
        grid[x][y] = 0;
        mark(x, y, d, false);
    }
}

int main() {
    read();
    dfg(1, 1);
}
