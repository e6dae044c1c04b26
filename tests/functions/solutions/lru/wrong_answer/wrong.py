class LRUCache:
    def __init__(self, capacity: int):
        self.capacity, self.held = capacity, {}

    def get(self, key: int) -> int:
        # reading a key does not make it recent
        return self.held.get(key, -1)

    def put(self, key: int, value: int) -> None:
        self.held[key] = value
        if len(self.held) > self.capacity:
            del self.held[next(iter(self.held))]
