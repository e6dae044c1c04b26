import { readFileSync } from "fs";

const words = readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
