// hostile: {entry: 13, expect: CE, phase: compile, cpu_s: 0.5, why: constant expressions that take two minutes}
// Each is below the compiler's own limits. All together end even if nothing stops them.
template <int seed>
constexpr unsigned spin() {
    unsigned sum = seed;
    for (int i = 0; i < 200'000; ++i)
        for (int j = 0; j < 5; ++j) sum = sum * 31 + j;
    return sum;
}
template <int n>
struct All { static constexpr unsigned sum = spin<n>() + All<n - 1>::sum; };
template <>
struct All<0> { static constexpr unsigned sum = 0; };

int main() { return All<60>::sum; }
