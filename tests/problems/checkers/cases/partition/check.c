/* The input has how many numbers there are, the answer the least difference, the output a 0 or 1 for each. */
#include <stdio.h>
#include <stdlib.h>

static int say(const char *share, const char *words) {
    puts(share);
    fprintf(stderr, "%s\n", words);
    return 0;
}

int main(int count, char **words) {
    FILE *input = fopen(words[1], "r"), *answer = fopen(words[2], "r"), *output = fopen(words[3], "r");
    int numbers, least, difference = 0;
    if (count != 4 || !input || !answer || !output) return 1;
    if (fscanf(input, "%d", &numbers) != 1 || fscanf(answer, "%d", &least) != 1) return 1;
    for (int number, part; numbers--; difference += part ? number : -number) {
        if (fscanf(input, "%d", &number) != 1) return 1;
        if (fscanf(output, "%d", &part) != 1 || part / 2) return say("0.0", "expected 0 or 1 for each number");
    }
    if (abs(difference) == least) return say("1.0", "translate:success");
    return abs(difference) <= 2 * least + 2 ? say("0.5", "translate:partial") : say("0.0", "translate:wrong");
}
