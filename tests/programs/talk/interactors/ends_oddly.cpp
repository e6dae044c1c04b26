// Ends with an undefined exit code.
int main() { return 99; }
