/** QR codes (ISO/IEC 18004): bytes at level M, versions 1 to 10, which is 213 bytes at most. */

/** By version: codewords of correction in each block, and how many blocks there are. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (((x / 3) | 0) + ((y / 2) | 0)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules, true for dark ones; null where data will stand. */
type Grid = (boolean | null)[][];

/** The modules of a text, without the quiet zone of four around them. */
export function encodeQr(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= 10; version++) {
    const grid = frame(version);
    const room = Math.floor(grid.flat().filter((one) => one === null).length / 8);
    const data = room - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
    const filled = fill(bytes, version, data);
    if (filled.length === data) return fairest(grid, protect(filled, version));
  }
  throw new RangeError(`expected at most 213 bytes; found ${bytes.length}`);
}

/** The dark modules as the path of an SVG, in units of a module. */
export const qrPath = (modules: boolean[][]): string =>
  modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

// --- Codewords ---

/** Mode, length, bytes, end and padding; too long a list where it does not fit. */
function fill(bytes: number[], version: number, room: number): number[] {
  const long = version > 9;
  const nibbles = [4, ...hex(bytes.length, long ? 4 : 2), ...bytes.flatMap((byte) => hex(byte, 2))];
  if (nibbles.length < 2 * room) nibbles.push(0);
  if (nibbles.length % 2) nibbles.push(0);
  const words = Array.from({ length: nibbles.length / 2 }, (_, at) => {
    return 16 * nibbles[2 * at]! + nibbles[2 * at + 1]!;
  });
  for (let pad = 0xec; words.length < room; pad ^= 0xfd) words.push(pad);
  return words;
}

const hex = (value: number, digits: number): number[] =>
  Array.from({ length: digits }, (_, at) => (value >> (4 * (digits - 1 - at))) & 15);

/** Cut into blocks, each with its correction, and told in turns: short blocks come first. */
function protect(data: number[], version: number): number[] {
  const count = BLOCKS[version - 1]!;
  const short = Math.floor(data.length / count);
  const firstLong = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    return data.slice(from, (from += short + (block < firstLong ? 0 : 1)));
  });
  return [
    ...inTurns(blocks),
    ...inTurns(blocks.map((one) => correction(one, CORRECTION[version - 1]!))),
  ];
}

const inTurns = (blocks: number[][]): number[] =>
  blocks.at(-1)!.flatMap((_, at) => blocks.flatMap((block) => block.slice(at, at + 1)));

/** Reed-Solomon: the remainder of the data by the generator of that degree. */
export function correction(data: number[], degree: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < degree; power++, root = times(root, 2)) {
    generator = [...generator, 0].map((one, at) => one ^ times(generator[at - 1] ?? 0, root));
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at]!;
    generator.forEach((one, offset) => (rest[at + offset]! ^= times(one, factor)));
  }
  return rest.slice(data.length);
}

/** In the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (; b > 0; b >>= 1, a = (a << 1) ^ (a > 127 ? 0x11d : 0)) if (b & 1) product ^= a;
  return product;
}

// --- Modules ---

/** What every code of a version has: finders, timing, alignment, room for its format. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  for (let at = 0; at < size; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  const last = size - 7;
  const middles = version < 2 ? [] : [6, ...(version > 6 ? [(6 + last) / 2] : []), last];
  for (const y of middles) {
    for (const x of middles) {
      const isFinder = x + y === 12 || (x + y === 6 + last && x !== y);
      if (!isFinder) rings(grid, x, y, 2);
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(grid, x, y, 4);
  writeFormat(grid, 0);
  if (version > 6) writeVersion(grid, version);
  return grid;
}

/** Dark and light rings around a dark module; the finders' have a light one more around them. */
function rings(grid: Grid, x: number, y: number, reach: number): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      const row = grid[y + dy];
      if (row && x + dx in row) row[x + dx] = reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4;
    }
  }
}

/** Level M and the mask, twice. */
function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = ((mask << 10) | remainder(mask << 10, 0x537, 10)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((bits >> bit) & 1) === 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    grid[along]![8] = dark;
    const across = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit;
    grid[8]![across] = dark;
  }
  grid[size - 8]![8] = true;
}

function writeVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version << 12, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit++) {
    const [a, b] = [Math.floor(bit / 3), grid.length - 11 + (bit % 3)];
    grid[a]![b] = grid[b]![a] = ((bits >> bit) & 1) === 1;
  }
}

/** Of one polynomial over two elements by another, of that degree. */
function remainder(value: number, generator: number, degree: number): number {
  for (let bit = 31 - degree; bit >= 0; bit--) {
    if ((value >> (bit + degree)) & 1) value ^= generator << bit;
  }
  return value;
}

/** The code under the mask that is easiest to read. */
function fairest(grid: Grid, words: number[]): boolean[][] {
  const all = MASKS.map((_, mask) => masked(grid, words, mask));
  const costs = all.map(penalty);
  return all[costs.indexOf(Math.min(...costs))]!;
}

/** Data goes up and down in columns of two, from the right; column 6 is the timing's. */
function masked(grid: Grid, words: number[], mask: number): boolean[][] {
  const size = grid.length;
  const code = grid.map((row) => [...row]);
  let bit = 0;
  let isUp = false;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    isUp = !isUp;
    for (let step = 0; step < 2 * size; step++) {
      const y = isUp ? size - 1 - (step >> 1) : step >> 1;
      const x = right - (step & 1);
      if (code[y]![x] !== null) continue;
      const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
      code[y]![x] = dark !== MASKS[mask]!(x, y);
      bit++;
    }
  }
  writeFormat(code, mask);
  return code as boolean[][];
}

/** Long runs, blocks, what looks like a finder, and too much of one colour. */
function penalty(code: boolean[][]): number {
  const size = code.length;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]!))];
  const texts = lines.map((line) => line.map(Number).join(''));
  let cost = 0;
  for (const text of texts) {
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    cost += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const four = [code[y]![x], code[y]![x - 1], code[y - 1]![x], code[y - 1]![x - 1]];
      if (new Set(four).size === 1) cost += 3;
    }
  }
  const dark = code.flat().filter(Boolean).length / (size * size);
  return cost + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
