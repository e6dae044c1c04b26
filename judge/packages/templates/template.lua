local input = io.read("a")
