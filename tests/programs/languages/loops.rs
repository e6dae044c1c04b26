fn main() {
    let mut n: u64 = 0;
    loop {
        n = std::hint::black_box(n + 1);
    }
}
