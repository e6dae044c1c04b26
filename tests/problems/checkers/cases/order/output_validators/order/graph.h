#include <istream>
#include <utility>
#include <vector>

struct Graph {
    int nodes = 0;
    std::vector<std::pair<int, int>> edges;
};

inline Graph read(std::istream &in) {
    Graph graph;
    int edges = 0;
    in >> graph.nodes >> edges;
    graph.edges.resize(edges);
    for (auto &[from, to] : graph.edges) in >> from >> to;
    return graph;
}
