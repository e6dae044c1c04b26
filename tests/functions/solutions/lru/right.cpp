#define int long long

class LRUCache {
    int capacity;
    list<pair<int, int>> held;
    unordered_map<int, list<pair<int, int>>::iterator> at;

public:
    LRUCache(int capacity) : capacity(capacity) {}

    int get(int key) {
        auto found = at.find(key);
        if (found == at.end()) return -1;
        held.splice(held.begin(), held, found->second);
        return found->second->second;
    }

    void put(int key, int value) {
        if (get(key) == -1) {
            held.emplace_front(key, value);
            at[key] = held.begin();
        }
        held.front().second = value;
        if (held.size() > capacity) {
            at.erase(held.back().first);
            held.pop_back();
        }
    }
};
