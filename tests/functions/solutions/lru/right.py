class LRUCache:
    def __init__(self, capacity: int):
        self.capacity, self.held = capacity, OrderedDict()

    def get(self, key: int) -> int:
        if key in self.held:
            self.held.move_to_end(key)
        return self.held.get(key, -1)

    def put(self, key: int, value: int) -> None:
        self.held[key] = value
        self.held.move_to_end(key)
        if len(self.held) > self.capacity:
            self.held.popitem(last=False)
