use std::fs;
fn main() {
    let text = fs::read_to_string("input.txt").unwrap();
    let sum: i64 = text.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum();
    fs::write("output.txt", format!("{sum}\n")).unwrap();
}
