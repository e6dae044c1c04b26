// copies "input.txt" and its arguments to "output.txt", and reports other ways to use the folder
#include <cstdio>
#include <fstream>
#include <unistd.h>
int main(int count, char **words) {
    std::ifstream in("input.txt");
    std::ofstream out("output.txt");
    out << in.rdbuf();
    for (int at = 1; at < count; at++) out << words[at] << ";";
    if (std::fopen("input.txt", "r+")) std::puts("changes what is given");
    if (std::fopen("another.txt", "w")) std::puts("makes a file");
    if (!unlink("input.txt")) std::puts("removes a file");
    if (!rename("output.txt", "other.txt")) std::puts("renames a file");
}
