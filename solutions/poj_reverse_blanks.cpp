// judge: {format: poj, source: 001_a6f28708f02eb322.txt, expect: {"*/turned": TLE}}
//
// A blank takes a digit that its row, its column and its block lack; no blank left is the answer.
//
// The blanks are listed in reading order and searched from the last to the first.

#include <cstring>
#include <iostream>
#include <vector>

// r, c   a row and a column, 0 to 8
// num    a digit, 1 to 9
// n      the blank in hand: blank_pos[n] and all before it are still to fill

struct Pos {
    int r, c;
};

int board[9][9];
std::vector<Pos> blank_pos;
short row_flags[9][10];  // row_flags[r][num] is 1 while row r has num
short col_flags[9][10];
short block_flags[9][10];

int get_block_num(int r, int c) {
    return r / 3 * 3 + c / 3;
}

bool is_ok(int r, int c, int num) {
    return !row_flags[r][num] && !col_flags[c][num] && !block_flags[get_block_num(r, c)][num];
}

void set_all_flags(int r, int c, int num, short flag) {
    row_flags[r][num] = col_flags[c][num] = block_flags[get_block_num(r, c)][num] = flag;
}

void set_up() {
    std::memset(row_flags, 0, sizeof row_flags);
    std::memset(col_flags, 0, sizeof col_flags);
    std::memset(block_flags, 0, sizeof block_flags);
    blank_pos.clear();
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) {
            char digit;
            std::cin >> digit;
            board[r][c] = digit - '0';
            if (board[r][c])
                set_all_flags(r, c, board[r][c], 1);
            else
                blank_pos.push_back({r, c});
        }
    }
}

// Fill the blanks n, n - 1, ..., 0.
bool dfs(int n) {
    if (n < 0) return true;
    const auto [r, c] = blank_pos[n];
    for (int num = 1; num <= 9; ++num) {
        if (!is_ok(r, c, num)) continue;
        board[r][c] = num;
        set_all_flags(r, c, num, 1);
        if (dfs(n - 1)) return true;
        set_all_flags(r, c, num, 0);
    }
    return false;
}

int main() {
    int count;
    std::cin >> count;
    while (count--) {
        set_up();
        if (!dfs(static_cast<int>(blank_pos.size()) - 1)) continue;
        for (const auto& line : board) {
            for (int num : line) std::cout << num;
            std::cout << '\n';
        }
    }
}
