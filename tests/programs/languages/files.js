const fs = require("fs");
const [a, b] = fs.readFileSync("input.txt", "utf8").split(" ").map(Number);
fs.writeFileSync("output.txt", `${a + b}\n`);
