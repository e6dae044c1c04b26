// Whether every node stands once in the output, behind all that lead to it.
#include "graph.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

std::string feedback;

[[noreturn]] void refuse(const std::string &why) {
    std::ofstream(feedback + "judgemessage.txt", std::ios::app) << why << '\n';
    std::exit(43);
}

int main(int, char **words) {
    feedback = words[3];
    std::ifstream file(words[1]);
    Graph graph = read(file);
    std::vector<int> place(graph.nodes + 1);
    for (int at = 1; at <= graph.nodes; at++) {
        int node;
        if (!(std::cin >> node)) refuse("expected " + std::to_string(graph.nodes) + " nodes, got fewer");
        if (node < 1 || node > graph.nodes) refuse("expected a node, got " + std::to_string(node));
        if (place[node]) refuse("node " + std::to_string(node) + " stands there twice");
        place[node] = at;
    }
    std::string more;
    if (std::cin >> more) refuse("expected the end, got more");
    for (auto [from, to] : graph.edges)
        if (place[from] > place[to]) refuse(std::to_string(to) + " stands before " + std::to_string(from));
    return 42;
}
