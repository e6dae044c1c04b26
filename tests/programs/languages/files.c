#include <stdio.h>
int main(void) {
    int a, b;
    freopen("input.txt", "r", stdin);
    freopen("output.txt", "w", stdout);
    scanf("%d %d", &a, &b);
    printf("%d\n", a + b);
}
