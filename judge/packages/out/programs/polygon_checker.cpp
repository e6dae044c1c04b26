// Compares an output with the answer by one rule.
#include "testlib.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

// One of exact, lines, luogu, poj, squeezed, cms, dmoj, tokens, kattis and float; the bounds of the last, below 0 for none.
const char *const RULE = "exact";
const double ABSOLUTE = -1, RELATIVE = -1;

static bool is(const char *rule) { return !strcmp(RULE, rule); }

static std::string all(InStream &stream) {
    std::string text;
    while (!stream.eof()) text += stream.readChar();
    return text;
}

// For tokens VT and FF are parts of words.
static bool isBlank(char c) { return isspace((unsigned char)c) && !(is("tokens") && (c == '\v' || c == '\f')); }

// For kattis and float a word ends at its first NUL.
static std::vector<std::string> words(const std::string &text) {
    std::vector<std::string> found;
    bool inside = false;
    for (char c : text) {
        if (!isBlank(c) && !inside) found.emplace_back();
        inside = !isBlank(c);
        if (inside) found.back() += c;
    }
    if (is("kattis") || is("float"))
        for (std::string &word : found) word.erase(std::min(word.find('\0'), word.size()));
    return found;
}

static std::string packed(const std::string &text) {
    std::string found;
    for (const std::string &word : words(text)) found += word;
    return found;
}

// Without spaces at the ends of lines, and newlines at the end. For lines without CR there, too.
static std::string trimmed(const std::string &text) {
    const std::string blanks = is("lines") ? " \r" : " ";
    std::string found;
    for (char c : text) {
        if (c == '\n') found.erase(found.find_last_not_of(blanks) + 1);
        found += c;
    }
    return found.erase(found.find_last_not_of(blanks + '\n') + 1);
}

static std::string squeezed(const std::string &text) {
    std::string found;
    for (char c : text) {
        if (!isspace((unsigned char)c)) found += c;
        else if (found.empty() || found.back() != ' ') found += ' ';
    }
    return found;
}

// The words of each line, without the lines at the end that have none.
// For dmoj without any lines that have no words; CR ends a line there, too.
static std::string linesOfWords(std::string text) {
    if (is("dmoj")) std::replace(text.begin(), text.end(), '\r', '\n');
    std::istringstream stream(text);
    std::string found;
    for (std::string line; std::getline(stream, line);) {
        if (is("dmoj") && words(line).empty()) continue;
        for (const std::string &word : words(line)) found += word + ' ';
        found += '\n';
    }
    return trimmed(found);
}

static bool parsed(const std::string &word, double &value) {
    int size;
    return std::sscanf(word.c_str(), "%lf%n", &value, &size) == 1 && size == (int)word.size() && std::isfinite(value);
}

static bool alike(const std::string &wanted, const std::string &found) {
    double value, own;
    if (is("float") && parsed(wanted, value)) {
        double off = parsed(found, own) ? std::fabs(value - own) : INFINITY;
        return off <= ABSOLUTE || off <= RELATIVE * std::fabs(value);
    }
    return is("tokens") ? wanted == found : lowerCase(wanted) == lowerCase(found);
}

static bool same(const std::string &wanted, const std::string &found) {
    if (is("exact")) return wanted == found;
    if (is("lines") || is("luogu") || is("poj")) return trimmed(wanted) == trimmed(found);
    if (is("squeezed")) return squeezed(wanted) == squeezed(found);
    if (is("cms") || is("dmoj")) return linesOfWords(wanted) == linesOfWords(found);
    std::vector<std::string> left = words(wanted), right = words(found);
    if (left.size() != right.size()) return false;
    for (size_t at = 0; at < left.size(); ++at)
        if (!alike(left[at], right[at])) return false;
    return true;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    // testlib has skipped a byte order mark.
    if (!is("tokens")) ouf.reset();
    std::string wanted = all(ans), found = all(ouf);
    if (same(wanted, found)) quitf(_ok, "as the answer");
    if ((is("exact") || is("poj")) && packed(wanted) == packed(found)) quitf(_pe, "but for white space as the answer");
    quitf(_wa, "another than the answer");
}
