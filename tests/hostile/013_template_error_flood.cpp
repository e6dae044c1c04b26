// hostile: {entry: 13, expect: CE, phase: compile, why: one error message of megabytes}
template <class A, class B>
struct Pair {};
template <int n>
struct Tree { using type = Pair<typename Tree<n - 1>::type, typename Tree<n - 1>::type>; };
template <>
struct Tree<0> { using type = int; };

int main() { return Tree<17>::type::missing; }
