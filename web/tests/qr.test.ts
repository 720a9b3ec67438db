import { describe, expect, test } from 'vitest';

import { correction, encodeQr, qrPath } from '../src/lib/qr';

/*
 * A reader of its own, after the tables of ISO/IEC 18004, level M:
 * [data codewords of each block] and codewords of correction in each.
 */
const TABLE: Record<number, [number[], number]> = {
  1: [[16], 10],
  2: [[28], 16],
  3: [[44], 26],
  4: [[32, 32], 18],
  5: [[43, 43], 24],
  6: [[27, 27, 27, 27], 16],
  7: [[31, 31, 31, 31], 18],
  8: [[38, 38, 39, 39], 22],
  9: [[36, 36, 36, 37, 37], 22],
  10: [[43, 43, 43, 43, 44], 26],
};
const ALIGNED: Record<number, number[]> = {
  ...{ 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34] },
  ...{ 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50] },
};
/** The format of level M by mask, as printed in the standard. */
const FORMATS = [
  ...['101010000010010', '101000100100101', '101111001111100', '101101101001011'],
  ...['100010111111001', '100000011001110', '100111110010111', '100101010100000'],
];
const VERSIONS: Record<number, string> = {
  7: '000111110010010100',
  8: '001000010110111100',
  9: '001001101010011001',
  10: '001010010011010011',
};

const isMasked = (mask: number, row: number, column: number): boolean =>
  [
    (row + column) % 2,
    row % 2,
    column % 3,
    (row + column) % 3,
    (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
    ((row * column) % 2) + ((row * column) % 3),
    (((row * column) % 2) + ((row * column) % 3)) % 2,
    (((row + column) % 2) + ((row * column) % 3)) % 2,
  ][mask] === 0;

function isFunction(version: number, row: number, column: number): boolean {
  const size = 17 + 4 * version;
  const inCorner = (r: number, c: number) => r < 9 && c < 9;
  if (inCorner(row, column) || (row < 9 && column >= size - 8)) return true;
  if ((row >= size - 8 && column < 9) || row === 6 || column === 6) return true;
  if (version > 6 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11)))
    return true;
  const last = size - 7;
  const isFinder = (r: number, c: number) =>
    (r === 6 && c === 6) || (r === 6 && c === last) || (r === last && c === 6);
  return ALIGNED[version]!.some((r) =>
    ALIGNED[version]!.some(
      (c) => !isFinder(r, c) && Math.abs(row - r) < 3 && Math.abs(column - c) < 3,
    ),
  );
}

/** Powers of 2 in the field of 256, for syndromes. */
const POWERS = [1];
while (POWERS.length < 255) {
  const next = POWERS.at(-1)! * 2;
  POWERS.push(next > 255 ? next ^ 285 : next);
}
const product = (a: number, b: number) =>
  a && b ? POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255]! : 0;
const syndrome = (words: number[], power: number) =>
  words.reduce((sum, word) => product(sum, POWERS[power]!) ^ word, 0);

function read(code: boolean[][]): { text: string; version: number; mask: number } {
  const size = code.length;
  const version = (size - 17) / 4;
  const bit = (row: number, column: number) => (code[row]![column] ? '1' : '0');
  const [across, along] = [
    [0, 1, 2, 3, 4, 5, 7, 8],
    [7, 5, 4, 3, 2, 1, 0],
  ];
  const format = across.map((c) => bit(8, c)).join('') + along.map((r) => bit(r, 8)).join('');
  const below = Array.from({ length: 7 }, (_, at) => bit(size - 1 - at, 8)).join('');
  const beside = Array.from({ length: 8 }, (_, at) => bit(8, size - 8 + at)).join('');
  expect(below + beside, 'the second copy of the format').toBe(format);
  expect(code[size - 8]![8], 'the module that is always dark').toBe(true);
  const mask = FORMATS.indexOf(format);
  expect(mask, `a format of level M: ${format}`).toBeGreaterThanOrEqual(0);
  if (version > 6) checkVersion(code, version);
  const bits = zigzag(code, version, mask);
  return { text: decode(bits, version), version, mask };
}

function checkVersion(code: boolean[][], version: number): void {
  const far = code.length - 11;
  const cells = Array.from(
    { length: 18 },
    (_, at) => [Math.floor(at / 3), far + (at % 3)] as const,
  );
  const told = cells.map(([a, b]) => Number(code[a]![b])).reverse();
  expect(told.join('')).toBe(VERSIONS[version]);
  expect(cells.map(([a, b]) => Number(code[b]![a])).reverse()).toEqual(told);
}

function zigzag(code: boolean[][], version: number, mask: number): number[] {
  const bits: number[] = [];
  const columns = Array.from({ length: code.length }, (_, at) => code.length - 1 - at);
  const pairs = columns.filter((column) => column !== 6);
  for (let pair = 0; pair < pairs.length; pair += 2) {
    for (let step = 0; step < code.length; step++) {
      const row = (pair / 2) % 2 === 0 ? code.length - 1 - step : step;
      for (const column of pairs.slice(pair, pair + 2)) {
        if (isFunction(version, row, column)) continue;
        bits.push(Number(code[row]![column] !== isMasked(mask, row, column)));
      }
    }
  }
  return bits;
}

function decode(bits: number[], version: number): string {
  const [sizes, degree] = TABLE[version]!;
  const words: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8)
    words.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  const blocks: number[][] = sizes.map(() => []);
  let next = 0;
  for (let at = 0; at < Math.max(...sizes); at++)
    sizes.forEach((size, block) => at < size && blocks[block]!.push(words[next++]!));
  const data = blocks.flatMap((block) => [...block]);
  for (let at = 0; at < degree; at++) blocks.forEach((block) => block.push(words[next++]!));
  for (const block of blocks)
    for (let power = 0; power < degree; power++) expect(syndrome(block, power)).toBe(0);
  return message(data, version);
}

function message(data: number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  const width = version > 9 ? 16 : 8;
  expect(bits.slice(0, 4), 'bytes').toBe('0100');
  const count = parseInt(bits.slice(4, 4 + width), 2);
  const bytes = Array.from({ length: count }, (_, at) =>
    parseInt(bits.slice(4 + width + 8 * at, 12 + width + 8 * at), 2),
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test('the correction of the standard’s own example', () => {
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11];
  const padded = [...data, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  const known = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
  expect(correction(padded, 10)).toEqual(known);
});

describe('what is written can be read', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('version %i, filled to the last byte', (version) => {
    const room = TABLE[version]![0].reduce((sum, size) => sum + size, 0) - (version > 9 ? 3 : 2);
    const text = Array.from({ length: room }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90)));
    expect(read(encodeQr(text.join('')))).toMatchObject({ text: text.join(''), version });
    expect(read(encodeQr(text.slice(2).join(''))).text).toBe(text.slice(2).join(''));
  });

  test('links, letters of any script, and nothing at all', () => {
    const link = 'http://192.168.178.31:8000/t/aB3_xYz-90Qw?invite=Zk3v9sQ1_x7-Bc2D';
    for (const text of [link, 'Łódź, Київ, 東京', '']) expect(read(encodeQr(text)).text).toBe(text);
  });

  test('no more than fits', () => {
    expect(() => encodeQr('x'.repeat(214))).toThrow(RangeError);
  });
});

test('a path has a square for each dark module', () => {
  expect(
    qrPath([
      [true, false],
      [false, true],
    ]),
  ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
});
