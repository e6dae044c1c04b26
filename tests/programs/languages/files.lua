local given, taken = assert(io.open("input.txt")), assert(io.open("output.txt", "w"))
local a, b = given:read("n", "n")
taken:write(a + b, "\n")
