class LRUCache {
    map<int, int> held;

public:
    LRUCache(int) {}
    int get(int key) { return held.count(key) ? held[key] : -1; }
    void put(int key, int value) { held[key] = value; }
};
