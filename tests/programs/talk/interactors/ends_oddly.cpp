// Ends with a code that means nothing.
int main() { return 99; }
