// node node.mjs MODULE.wasm < jobs-and-weights.json: prints the digests.
import { readFileSync } from "node:fs";
import { trace } from "./trace.mjs";

const [jobs, weights] = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await trace(readFileSync(process.argv[2]), jobs, weights)));
