pub fn main() void {
    while (true) {}
}
