class LRUCache {
    private final Map<Integer, Integer> held = new HashMap<>();

    public LRUCache(int capacity) {}

    public Integer get(int key) {
        return held.get(key);
    }

    public void put(int key, int value) {
        held.put(key, value);
    }
}
