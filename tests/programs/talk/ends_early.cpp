// talk: {with: guess, expect: WA, message: ended while the interactor waited for more}
int main() {}
