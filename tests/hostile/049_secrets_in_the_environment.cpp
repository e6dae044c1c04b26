// hostile: {entry: 49, expect: AC, why: only a few plain names are in the environment}
#include "hostile.h"

int main() {
    for (char** entry = environ; *entry; ++entry) {
        std::string name(*entry, strcspn(*entry, "="));
        bool plain = name == "PATH" || name == "HOME" || name == "LANG" || name == "LC_ALL" || name == "LC_CTYPE" ||
                     name == "TZ" || name == "PWD" || name == "TMPDIR";
        if (!plain) leaked(name);
    }
    done();
}
