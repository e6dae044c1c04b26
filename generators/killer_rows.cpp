// judge: {format: luogu, source: own}
//
// Puzzles that a search in row order likes least: `killer_rows SEED SIZE < HARDEST`.
//
// The search goes through the blanks in reading order and tries the digits from 1 to 9; its work is the number of
// digits that it places until the puzzle is complete. On stdin is the hardest puzzle so far, or nothing. On stdout goes
// the hardest that is known after some two seconds, never an easier one, and on stderr its work, which is exact.
// A size of 1 to 3 searches near the puzzle on stdin, one up to 15 a little farther, and a larger one begins anew; one
// of 0 only counts. Effort is counted and no clock is read, so that the same words and the same stdin give the same
// puzzle on every machine.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <utility>
#include <vector>

using Cells = unsigned __int128;       // a set of cells: bit 9 * row + column
using Units = uint32_t;                // a set of rows, columns and boxes
using Digits = uint32_t;               // a set of digits: bit digit - 1
using Grid = std::array<uint8_t, 81>;  // digits, 0 to 8

constexpr Cells ALL = ((Cells)1 << 81) - 1;
constexpr Digits NINE = 511;
constexpr Grid NO_GRID{};

uint64_t effort = 0;  // so far, in steps of some 25 nanoseconds

// ---- Chance: splitmix64, because the distributions of the library are not the same in every library

uint64_t chance_state;

uint64_t chance() {
    uint64_t z = chance_state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

int below(int n) {
    return (int)((chance() >> 32) * n >> 32);
}

double share() {
    return (double)(chance() >> 11) * 0x1p-53;
}

// ---- Sets of cells

Cells cell(int i) {
    return (Cells)1 << i;
}

int first(Cells cells) {
    uint64_t low = (uint64_t)cells;
    return low ? std::countr_zero(low) : 64 + std::countr_zero((uint64_t)(cells >> 64));
}

int size(Cells cells) {
    return std::popcount((uint64_t)cells) + std::popcount((uint64_t)(cells >> 64));
}

Cells any_of(Cells cells) {
    for (int skip = below(size(cells)); skip; --skip) cells &= cells - 1;
    return cells & -cells;
}

int box_of(int i) {
    return i / 27 * 3 + i % 9 / 3;
}

Cells units[27];  // rows, columns, boxes
Units units_of[81];
Cells peers[81];

void draw_units() {
    for (int i = 0; i < 81; ++i)
        for (int u : {i / 9, 9 + i % 9, 18 + box_of(i)}) units[u] |= cell(i), units_of[i] |= 1u << u;
    for (int i = 0; i < 81; ++i)
        for (int j = 0; j < 81; ++j)
            if (i != j && units_of[i] & units_of[j]) peers[i] |= cell(j);
}

// ---- Has a puzzle another completion?

struct Board {
    Cells can[9];   // where each digit may stand
    Units lack[9];  // which units are without it
    Cells open;     // cells without a digit
};

Board empty_board() {
    Board b;
    for (Cells& can : b.can) can = ALL;
    for (Units& lack : b.lack) lack = (1u << 27) - 1;
    b.open = ALL;
    return b;
}

void place(Board& b, int i, int d) {
    for (Cells& can : b.can) can &= ~cell(i);
    b.can[d] = (b.can[d] & ~peers[i]) | cell(i);
    b.lack[d] &= ~units_of[i];
    b.open &= ~cell(i);
}

// Place each digit that is alone in its cell or in a unit, until there is none; false on a contradiction.
bool settle(Board& b) {
    for (bool changed = true; changed;) {
        changed = false;
        effort += 6;
        Cells one = 0, two = 0;
        for (Cells can : b.can) two |= one & can, one |= can;
        if (one != ALL) return false;
        for (Cells alone = b.open & ~two; alone; alone &= alone - 1, changed = true)
            for (int i = first(alone), d = 0; d < 9; ++d)
                if (b.can[d] & cell(i)) place(b, i, d);
        if (changed) continue;
        effort += 6;
        for (int d = 0; d < 9; ++d)
            for (Units left = b.lack[d]; left; left &= left - 1) {
                Cells in = b.can[d] & units[std::countr_zero(left)];
                if (!in) return false;
                if (in & (in - 1) || !(in & b.open)) continue;
                place(b, first(in), d);
                changed = true;
            }
    }
    return true;
}

// Complete the board to a grid other than `known`, but near it; false if there is none.
bool complete(Board b, const Grid& known, Grid& other, bool apart = false) {
    if (!settle(b)) return false;
    if (!b.open) {
        for (int d = 0; d < 9; ++d)
            for (Cells left = b.can[d]; left; left &= left - 1) other[first(left)] = d;
        return other != known;
    }
    Cells one = 0, two = 0, three = 0;
    for (Cells can : b.can) three |= two & can, two |= one & can, one |= can;
    int i = first(any_of(b.open & ~three ? b.open & ~three : b.open));
    auto with = [&](int d, bool apart) {
        if (!(b.can[d] & cell(i))) return false;
        Board next = b;
        place(next, i, d);
        return complete(next, known, other, apart);
    };
    if (apart && with(known[i], true)) return true;
    for (int turn = 0, start = below(9); turn < 9; ++turn)
        if (int d = (start + turn) % 9; d != known[i] && with(d, true)) return true;
    return !apart && with(known[i], false);
}

struct Puzzle {
    Grid grid;
    Cells clues;

    bool operator==(const Puzzle&) const = default;
};

bool another(const Puzzle& p, Grid& other) {
    Board b = empty_board();
    for (Cells left = p.clues; left; left &= left - 1) place(b, first(left), p.grid[first(left)]);
    return complete(b, p.grid, other);
}

// Sets of cells in which the grid at hand differs from another. A proper puzzle has a clue in each, so that those which
// were met before answer most questions.
struct Known {
    Grid grid;
    std::vector<Cells> sets;  // what has answered lately stands in front
} known;

bool is_proper(const Puzzle& p) {
    if (known.grid != p.grid) known = {p.grid, {}};
    std::vector<Cells>& sets = known.sets;
    effort += sets.size() / 8;
    for (size_t k = 0; k < sets.size(); ++k)
        if (!(sets[k] & p.clues)) {
            std::swap(sets[k], sets[k / 2]);
            return false;
        }
    Grid other;
    if (!another(p, other)) return true;
    Cells differing = 0;
    for (int i = 0; i < 81; ++i)
        if (other[i] != p.grid[i]) differing |= cell(i);
    if (sets.size() == 600) sets.resize(300);
    sets.insert(sets.begin(), differing);
    return false;
}

// ---- How hard is a puzzle? A guess

struct Walker {
    uint16_t used[13];  // digits in the nine columns, in the three boxes at hand, in the row at hand
};

// What row order would place if it went on after the completion, from an even sample of each level of its tree.
double estimate(const Puzzle& p, int crowd) {
    static std::vector<Walker> level, next_level;
    static std::vector<Digits> free;
    Digits in_row[9] = {}, in_box[9] = {};
    level.assign(1, {});
    for (Cells left = p.clues; left; left &= left - 1) {
        int i = first(left);
        Digits d = 1u << p.grid[i];
        in_row[i / 9] |= d, in_box[box_of(i)] |= d, level[0].used[i % 9] |= d;
    }
    double total = 0, nodes_a_walker = 1;
    int row = -1;
    for (Cells blanks = ALL & ~p.clues; blanks; blanks &= blanks - 1) {
        int i = first(blanks), column = i % 9, box = 9 + column / 3, above = row, children = 0;
        row = i / 9;
        free.clear();
        for (Walker& w : level) {
            if (row != above) w.used[12] = in_row[row];
            if (above < 0 || row / 3 != above / 3)
                for (int k = 0; k < 3; ++k) w.used[9 + k] = in_box[row / 3 * 3 + k];
            free.push_back(NINE & ~(w.used[column] | w.used[box] | w.used[12]));
            children += size(free.back());
        }
        effort += level.size();
        total += nodes_a_walker * children;
        double step = std::max(1.0, (double)children / crowd), at = step > 1 ? share() * step : 0, passed = 0;
        nodes_a_walker *= step;
        next_level.clear();
        for (size_t k = 0; k < level.size(); passed += size(free[k++]))
            for (; at < passed + size(free[k]); at += step) {
                Digits d = free[k];
                for (int skip = (int)(at - passed); skip; --skip) d &= d - 1;
                d &= -d;
                Walker& w = next_level.emplace_back(level[k]);
                w.used[column] |= d, w.used[box] |= d, w.used[12] |= d;
            }
        std::swap(level, next_level);
    }
    return total;
}

// ---- How hard is a puzzle? Exactly
//
// A row is shared out among three stacks, which are boxes one below the other: to each a set of digits. How a stack
// places its sets is no concern of the others, so that the ways of the three multiply. The tree is walked by
// sets, of which there are few, and each stack counts its own fillings, those with equal columns at once.

struct Stack {  // after some rows, of each of which it was given a set
    struct Part {
        Digits set;     // in the first blank of the next row, in the first two, or in all
        uint64_t ways;  // to fill it from the top to here
        Stack* below;   // with all the row, if that was made
    };
    std::vector<std::pair<uint32_t, uint64_t>> fillings;  // digits used, nine bits a column, and the ways to that
    uint64_t ways;
    Digits boxed;  // digits used in the box of the next row
    std::vector<Part> parts;
};

class Tree {
  public:
    Tree(const Grid& grid, Cells clues) {
        for (Stack*& root : roots) root = &stacks.emplace_back(Stack{{{0, 1}}, 1, 0, {}});
        for (int i = 0; i < 81; ++i) {
            int r = i / 9, s = i % 9 / 3, column = i % 3 * 9;
            if (clues & cell(i)) {
                Digits d = 1u << grid[i];
                in_row[r] |= d, in_box[box_of(i)] |= d, roots[s]->fillings[0].first |= d << column;
            } else {
                blanks[r][s].push_back(column);
                for (int above = 0; above < r; ++above) open_below[above][s] |= NINE << column;
            }
        }
        for (int s = 0; s < 3; ++s) roots[s]->boxed = in_box[s];
    }

    // All nodes but the root: what row order would place if it went on after the completion.
    uint64_t count() { return count(0, roots); }

  private:
    std::deque<Stack> stacks;
    Stack* roots[3];
    Digits in_row[9] = {}, in_box[9] = {};
    std::vector<int> blanks[9][3];   // of a row in a stack: the first bits of their columns in a filling
    uint32_t open_below[9][3] = {};  // the columns that have blanks below a row

    bool is_whole(const Stack::Part& part, int r, int s) { return size(part.set) == (int)blanks[r][s].size(); }

    // Tell of each way to place digits of `from` in the first one, two or three blanks the set and the filling.
    template <class Told>
    void fill(int r, int s, uint32_t filling, Digits from, Told told, Digits set = 0) {
        size_t k = size(set);
        if (k == blanks[r][s].size()) return;
        int column = blanks[r][s][k];
        for (Digits left = from & ~set & ~(filling >> column); left; left &= left - 1) {
            Digits d = left & -left;
            told(set | d, filling | d << column);
            fill(r, s, filling | d << column, from, told, set | d);
        }
    }

    void find_parts(Stack& stack, int r, int s) {
        uint64_t ways[512] = {};
        if (blanks[r][s].empty()) ways[0] = stack.ways;
        Digits from = NINE & ~in_row[r] & ~stack.boxed;
        for (auto [filling, times] : stack.fillings)
            fill(r, s, filling, from, [&](Digits set, uint32_t) { ways[set] += times; });
        for (Digits set = from;; set = (set - 1) & from) {
            if (ways[set]) stack.parts.push_back({set, ways[set], nullptr});
            if (!set) break;
        }
        effort += 20 + 10 * stack.fillings.size();
    }

    Stack* below(const Stack& stack, Stack::Part& part, int r, int s) {
        if (part.below) return part.below;
        Digits boxed = r % 3 < 2 ? stack.boxed | part.set : in_box[r + 1 + s];
        part.below = &stacks.emplace_back(Stack{{}, part.ways, boxed, {}});
        auto& to = part.below->fillings;
        for (auto [filling, times] : stack.fillings) {
            auto add = [&](uint32_t filled) { to.push_back({filled & open_below[r][s], times}); };
            if (!part.set) add(filling);
            fill(r, s, filling, part.set, [&](Digits set, uint32_t filled) { if (set == part.set) add(filled); });
        }
        std::sort(to.begin(), to.end());
        size_t kept = 0;
        for (auto [filling, times] : to)
            if (kept && to[kept - 1].first == filling) to[kept - 1].second += times;
            else to[kept++] = {filling, times};
        to.resize(kept);
        to.shrink_to_fit();
        effort += 20 + 5 * kept;
        return part.below;
    }

    uint64_t count(int r, Stack* const (&at)[3]) {
        for (int s = 0; s < 3; ++s)
            if (at[s]->parts.empty()) find_parts(*at[s], r, s);
        auto [a, b, c] = at;
        uint64_t placed = 0;
        for (Stack::Part& x : a->parts) {
            if (x.set) placed += x.ways * b->ways * c->ways;
            if (!is_whole(x, r, 0)) continue;
            for (Stack::Part& y : b->parts) {
                if (x.set & y.set) continue;
                if (y.set) placed += x.ways * y.ways * c->ways;
                if (!is_whole(y, r, 1)) continue;
                effort += 2;
                for (Stack::Part& z : c->parts) {
                    if ((x.set | y.set) & z.set) continue;
                    if (z.set) placed += x.ways * y.ways * z.ways;
                    if (r == 8 || !is_whole(z, r, 2)) continue;
                    placed += count(r + 1, {below(*a, x, r, 0), below(*b, y, r, 1), below(*c, z, r, 2)});
                }
            }
        }
        return placed;
    }
};

// What row order places until the puzzle is complete: the tree without what comes later, which is a tree below each
// digit that is larger than that of the completion and lawful in its place.
uint64_t placements(const Puzzle& p) {
    uint64_t all = Tree(p.grid, p.clues).count();
    Grid path = p.grid;
    Cells filled = p.clues;
    for (Cells blanks = ALL & ~p.clues; blanks; blanks &= blanks - 1) {
        int i = first(blanks);
        Digits seen = 0;
        for (Cells near = filled & peers[i]; near; near &= near - 1) seen |= 1u << p.grid[first(near)];
        filled |= cell(i);
        for (path[i] = p.grid[i] + 1; path[i] < 9; ++path[i])
            if (!(seen >> path[i] & 1)) all -= 1 + Tree(path, filled).count();
        path[i] = p.grid[i];
    }
    return all;
}

// Rename the digits so that the completion comes as late as can be: the first that is asked for is a 9, and so on.
Puzzle late(Puzzle p) {
    int name[9] = {}, next = 9;
    for (Cells asked : {ALL & ~p.clues, p.clues})
        for (; asked; asked &= asked - 1)
            if (int& n = name[p.grid[first(asked)]]; !n) n = next--;
    for (uint8_t& d : p.grid) d = name[d] - 1;
    return p;
}

// ---- Climbing

// Take out the clues that are not needed, most of the upper ones first: where a clue is, the tree is narrow.
void thin(Puzzle& p) {
    std::vector<std::pair<double, int>> order;
    for (Cells left = p.clues; left; left &= left - 1) order.push_back({first(left) + 14 * share(), first(left)});
    std::sort(order.begin(), order.end());
    for (auto [_, i] : order)
        if (Puzzle less{p.grid, p.clues & ~cell(i)}; is_proper(less)) p = less;
}

Puzzle new_puzzle() {
    Board b = empty_board();
    for (int box : {18, 22, 26})
        for (int d = 0; d < 9; ++d) place(b, first(any_of(units[box] & b.open)), d);
    Puzzle p{NO_GRID, ALL};
    complete(b, NO_GRID, p.grid);
    thin(p);
    return p;
}

// Exchange two rows of a band or two columns of a stack, two bands or two stacks, or rows for columns.
void turn(Puzzle& p) {
    int lines[2][9], kind = below(8), a = below(3), b = (a + 1 + below(2)) % 3, band = below(3) * 3;
    for (auto& line : lines) for (int k = 0; k < 9; ++k) line[k] = k;
    if (kind < 5) std::swap(lines[kind < 3][band + a], lines[kind < 3][band + b]);
    else if (kind < 7) std::swap_ranges(&lines[kind < 6][3 * a], &lines[kind < 6][3 * a + 3], &lines[kind < 6][3 * b]);
    Puzzle old = p;
    p.clues = 0;
    for (int i = 0; i < 81; ++i) {
        int from = kind < 7 ? 9 * lines[1][i / 9] + lines[0][i % 9] : i % 9 * 9 + i / 9;
        p.grid[i] = old.grid[from];
        if (old.clues & cell(from)) p.clues |= cell(i);
    }
}

// Take out up to three clues, sometimes go over to another grid that has the rest, and add clues until the puzzle is
// proper again; false if two more than before are not enough.
bool exchange(Puzzle& p) {
    int most = size(p.clues) + 2;
    for (int out = 1 + below(3); out; --out) p.clues &= ~any_of(p.clues);
    if (Grid other; below(100) < 12 && another(p, other)) p.grid = other;
    while (!is_proper(p)) {
        if (size(p.clues) == most) return false;
        Cells common = ALL;  // one clue here meets all sets that have none, or many of them
        for (Cells set : known.sets)
            if (!(set & p.clues) && set & common) common &= set;
        p.clues |= std::max(any_of(common), any_of(common));  // rather a low one
    }
    thin(p);
    return true;
}

struct Candidate {
    Puzzle puzzle;
    double hardness;  // the logarithm of an estimate
};

double hardness(const Puzzle& p, int crowd) {
    return std::log(estimate(p, crowd) + 1);
}

// Annealing: a step that makes the puzzle less hard is taken the more rarely, the more of the budget is spent. What an
// estimate made look hard enough for a step is estimated again, and so are the best of all steps at the end: of
// many guesses the largest is too large.
Candidate climb(Puzzle p, double hot, double cold, uint64_t budget) {
    double at = hardness(p, 400);
    std::vector<Candidate> best{{p, at}};
    for (uint64_t start = effort; effort - start < budget;) {
        double heat = hot * std::pow(cold / hot, (double)(effort - start) / budget);
        Puzzle q = p;
        Known before = known;
        bool is_changed = below(100) < 15 ? (turn(q), true) : exchange(q);
        if (!is_changed || q == p || hardness(q, 100) < at + heat * std::log(share() + 1e-12)) {
            if (known.grid != p.grid) known = std::move(before);
            continue;
        }
        p = q;
        at = hardness(p, 400);
        best.push_back({p, at});
        std::sort(best.begin(), best.end(), [](auto& a, auto& b) { return a.hardness > b.hardness; });
        if (best.size() > 8) best.pop_back();
    }
    for (Candidate& c : best) c.hardness = hardness(c.puzzle, 3000);
    return *std::max_element(best.begin(), best.end(), [](auto& a, auto& b) { return a.hardness < b.hardness; });
}

// ---- In and out

[[noreturn]] void refuse(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
}

// False if stdin is empty.
bool read(Puzzle& p) {
    Board b = empty_board();
    p.clues = 0;
    for (int i = 0, d; i < 81; ++i) {
        int got = std::scanf("%d", &d);
        if (got == EOF && i == 0) return false;
        if (got != 1 || d < 0 || d > 9) refuse("stdin: expected 81 digits from 0 to 9");
        if (d) place(b, i, d - 1), p.clues |= cell(i);
    }
    if (!complete(b, NO_GRID, p.grid) || !is_proper(p)) refuse("stdin: expected a puzzle with exactly one completion");
    return true;
}

int main(int argc, char** argv) {
    if (argc != 3) refuse("usage: killer_rows SEED SIZE < HARDEST");
    chance_state = std::strtoull(argv[1], nullptr, 10);
    uint64_t reach = std::strtoull(argv[2], nullptr, 10);
    draw_units();
    Puzzle hardest;
    bool is_given = read(hardest);
    uint64_t work = is_given ? placements(hardest) : 0;
    if (!reach && !is_given) refuse("stdin: expected a puzzle to count");
    if (reach) {
        bool anew = !is_given || reach >= 16;
        Candidate c = climb(anew ? new_puzzle() : hardest, anew ? 0.8 : reach >= 4 ? 0.3 : 0.15, 0.1, 90'000'000);
        Puzzle harder = late(c.puzzle);
        if (c.hardness > std::log(work + 1) - 0.5)
            if (uint64_t placed = placements(harder); placed > work) hardest = harder, work = placed;
    }
    for (int i = 0; i < 81; ++i)
        std::printf("%d%c", hardest.clues & cell(i) ? hardest.grid[i] + 1 : 0, i % 9 < 8 ? ' ' : '\n');
    std::fprintf(stderr, "work %llu placements\n", (unsigned long long)work);
}
