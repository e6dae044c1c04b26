// judge: {format: luogu, source: own}
//
// A blank may take the digits that its row, its column and its box lack.
//
// The blank with the fewest of them is filled next: with none the search turns back at once, with one there
// is nothing to choose.

#include <algorithm>
#include <bit>
#include <iostream>
#include <utility>
#include <vector>

// i, j, k   a row, a column, a box, 0 to 8
// bit       a digit: 1 << 0 for 1 to 1 << 8 for 9

struct Cell {
    int i, j, k;
};

constexpr unsigned ALL = (1u << 9) - 1;

int grid[9][9];
std::vector<Cell> blanks;  // those left, in any order
unsigned row[9];           // row[i]: the bits of the digits that row i lacks
unsigned column[9];
unsigned box[9];

unsigned candidates_of(Cell cell) {
    return row[cell.i] & column[cell.j] & box[cell.k];
}

void flip(Cell cell, unsigned bit) {
    row[cell.i] ^= bit;
    column[cell.j] ^= bit;
    box[cell.k] ^= bit;
}

void read() {
    std::ranges::fill(row, ALL);
    std::ranges::fill(column, ALL);
    std::ranges::fill(box, ALL);
    for (int i = 0; i < 9; ++i) {
        for (int j = 0; j < 9; ++j) {
            const Cell cell{i, j, i / 3 * 3 + j / 3};
            std::cin >> grid[i][j];
            if (grid[i][j])
                flip(cell, 1u << (grid[i][j] - 1));
            else
                blanks.push_back(cell);
        }
    }
}

// The place of the first blank with the fewest candidates.
std::size_t pick() {
    std::size_t best = 0;
    int fewest = 10;
    for (std::size_t place = 0; place < blanks.size() && fewest > 1; ++place) {
        const int size = std::popcount(candidates_of(blanks[place]));
        if (size < fewest) {
            best = place;
            fewest = size;
        }
    }
    return best;
}

bool search() {
    if (blanks.empty()) return true;
    std::swap(blanks[pick()], blanks.back());
    const Cell blank = blanks.back();
    blanks.pop_back();
    for (unsigned left = candidates_of(blank); left; left &= left - 1) {
        const unsigned bit = left & -left;
        flip(blank, bit);
        if (search()) {
            grid[blank.i][blank.j] = std::countr_zero(bit) + 1;
            return true;
        }
        flip(blank, bit);
    }
    blanks.push_back(blank);
    return false;
}

int main() {
    read();
    search();
    for (const auto& line : grid) {
        for (int digit : line) std::cout << digit << ' ';
        std::cout << '\n';
    }
}
