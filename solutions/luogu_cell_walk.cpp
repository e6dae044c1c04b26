// judge: {format: luogu, source: 000_4c513892180624f9.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit may enter a blank while its row, its column and its box all have it free.
//
// The search walks the cells in reading order and leaves the program from the last one.

#include <cstdio>
#include <cstdlib>
#include <cstring>

// i, j   a row and a column, 1 to 9
// d      a digit, 1 to 9

int grid[10][10];  // grid[i][j] is a digit, 0 in a blank
bool row[10][10];  // row[i][d]: d is still free in row i
bool column[10][10];
bool box[10][10];

int box_of(int i, int j) {
    return (i - 1) / 3 * 3 + (j - 1) / 3 + 1;
}

bool is_free(int i, int j, int d) {
    return row[i][d] && column[j][d] && box[box_of(i, j)][d];
}

void mark(int i, int j, int d, bool free) {
    row[i][d] = column[j][d] = box[box_of(i, j)][d] = free;
}

bool read() {
    std::memset(row, true, sizeof row);
    std::memset(column, true, sizeof column);
    std::memset(box, true, sizeof box);
    for (int i = 1; i <= 9; ++i) {
        for (int j = 1; j <= 9; ++j) {
            if (std::scanf("%d", &grid[i][j]) != 1) return false;
            if (grid[i][j]) mark(i, j, grid[i][j], false);
        }
    }
    return true;
}

[[noreturn]] void answer() {
    for (int i = 1; i <= 9; ++i) {
        for (int j = 1; j <= 9; ++j) std::printf("%d ", grid[i][j]);
        std::printf("\n");
    }
    std::exit(0);
}

void visit(int i, int j);

// Go from a filled cell to the next; from the last one, out.
void leave(int i, int j) {
    if (j < 9)
        visit(i, j + 1);
    else if (i < 9)
        visit(i + 1, 1);
    else
        answer();
}

// Fill the cells from (i, j) on; return only if that cannot be done.
void visit(int i, int j) {
    if (grid[i][j]) {
        leave(i, j);
        return;
    }
    for (int d = 1; d <= 9; ++d) {
        if (!is_free(i, j, d)) continue;
        grid[i][j] = d;
        mark(i, j, d, false);
        leave(i, j);
        grid[i][j] = 0;
        mark(i, j, d, true);
    }
}

int main() {
    if (read()) visit(1, 1);
}
