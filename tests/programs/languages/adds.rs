use std::io;
fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    println!("{}", line.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>());
}
