/** A network's file: planes of bytes, low bytes first, signs folded into the lowest bit. */
import { expect, test } from 'vitest';

import type { Module } from '../../src/engine/wasm-module';
import { readWeights } from '../../src/engine/weights';

const MODULE = {
  manifest: {
    rows: 2,
    entries: [
      { name: 'other', arguments: [] },
      {
        name: 'search',
        arguments: [
          'int',
          [
            [
              { array: 'i2', shape: [null, 2] },
              { array: 'i4', shape: [1] },
              { array: 'i4', shape: [2] },
            ],
          ],
        ],
      },
    ],
  },
} as unknown as Module;

const NUMBERS = [1, -1, 300, -32768, 70000, -2147483648, 5];

/** Return the numbers as planes: zigzag, so that small negative ones have zeros above. */
function planesOf(numbers: number[]): Uint8Array {
  const folded = numbers.map((one) => BigInt.asUintN(32, BigInt(one < 0 ? -2 * one - 1 : 2 * one)));
  const plane = (place: bigint) => folded.map((one) => Number((one >> (8n * place)) & 255n));
  return Uint8Array.from([0n, 1n, 2n, 3n].flatMap(plane));
}

async function fileOf(
  numbers: number[],
  head = 'weights: 1\nversion: 12\nfor: toy',
): Promise<Uint8Array> {
  const source = new Blob([planesOf(numbers) as Uint8Array<ArrayBuffer>]).stream();
  const packed = await new Response(
    source.pipeThrough(new CompressionStream('deflate')),
  ).arrayBuffer();
  return Uint8Array.from([...new TextEncoder().encode(`${head}\n\n`), ...new Uint8Array(packed)]);
}

test('readWeights_puts_the_parts_one_after_the_other', async () => {
  const { version, bytes } = await readWeights(MODULE, await fileOf(NUMBERS));
  const view = new DataView(bytes.buffer);
  expect([version, bytes.length]).toEqual([12, 4 * 2 + 3 * 4]);
  expect([0, 2, 4, 6].map((at) => view.getInt16(at, true))).toEqual(NUMBERS.slice(0, 4));
  expect([8, 12, 16].map((at) => view.getInt32(at, true))).toEqual(NUMBERS.slice(4));
});

test.each([
  [NUMBERS.slice(1), undefined],
  [[...NUMBERS, 1], undefined],
  [NUMBERS, 'weights: 1'],
  [NUMBERS, 'version: x'],
])('readWeights_of_another_size_or_without_a_version_is_refused', async (numbers, head) => {
  const file = await fileOf(numbers, head);
  await expect(readWeights(MODULE, file)).rejects.toThrow('no weights of this game');
});

test('readWeights_without_an_empty_line_is_refused', async () => {
  const file = new TextEncoder().encode('version: 1\nfor: toy\n');
  await expect(readWeights(MODULE, file)).rejects.toThrow('an empty line');
});
