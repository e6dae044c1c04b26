use std::io::{self, Read, Write};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut _words = input.split_ascii_whitespace();
    let mut out = io::BufWriter::new(io::stdout().lock());

    out.flush().unwrap();
}
