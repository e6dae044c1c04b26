import { readFileSync, writeFileSync } from "fs";
const numbers: number[] = readFileSync("input.txt", "utf8").split(" ").map(Number);
writeFileSync("output.txt", `${numbers[0] + numbers[1]}\n`);
