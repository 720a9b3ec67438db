/** Numbers of records in a module's memory, and room for arguments. */
import { expect, test } from 'vitest';

import { packState, unpackState } from '../../src/engine/base64';
import type { Game } from '../../src/engine/game';
import { allocArguments, readField, sizeOf, writeField } from '../../src/engine/memory-layout';
import type { Dtype, Kind, Module, Num } from '../../src/engine/wasm-module';

const field = (type: Num): Dtype => ({ bytes: 16, fields: { x: [3, type, []] } });

/** A record of the bytes 1, 2, 3, then these. */
const record = (...bytes: number[]): DataView =>
  new DataView(Uint8Array.of(1, 2, 3, ...bytes, ...new Array<number>(16).fill(7)).buffer);

test.each([
  ['i1', [0xfe], -2],
  ['u1', [0xfe], 254],
  ['i2', [0xfe, 0xff], -2],
  ['u2', [0xfe, 0xff], 65534],
  ['i4', [0xfe, 0xff, 0xff, 0xff], -2],
  ['u4', [0xfe, 0xff, 0xff, 0xff], 4294967294],
  ['i8', [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -2],
  ['u8', [2, 1, 0, 0, 0, 0, 0, 0], 258],
  ['f4', [0, 0, 0xc0, 0x3f], 1.5],
  ['f8', [0, 0, 0, 0, 0, 0, 0xf8, 0xbf], -1.5],
] as const)('readField_%s_reads_low_bytes_first', (type, bytes, expected) => {
  expect(readField(field(type), 'x', record(...bytes))).toBe(expected);
  expect(sizeOf(type)).toBe(bytes.length);
});

test.each([
  ['i4', -2],
  ['u4', 4294967294],
  ['f4', -1.5],
] as const)('writeField_%s_writes_what_readField_reads', (type, value) => {
  const view = record(9, 9, 9, 9);
  writeField(field(type), 'x', view, value);
  expect(readField(field(type), 'x', view)).toBe(value);
  expect([view.getUint8(2), view.getUint8(7)]).toEqual([3, 7]); // no byte beside it
});

test('allocArguments_takes_free_lengths_in_order_and_gives_each_array_its_room', () => {
  const asked: number[] = [];
  const kinds: Kind[] = [
    { record: { bytes: 40, fields: {} } },
    'int',
    { array: 'i4', shape: [null] },
    ['word', { array: { bytes: 24, fields: {} }, shape: [null, 2] }],
    { array: 'f8', shape: [4] },
    { array: 'u2', shape: [null] },
  ];
  const module = {
    manifest: { game: 'toy', entries: [{ name: 'run', arguments: kinds }] },
    alloc: (bytes: number) => 1000 * asked.push(bytes),
  } as unknown as Module;
  expect(allocArguments(module, 'run', [5, 3])).toEqual([
    1000,
    0,
    ...[2000, 5],
    0n,
    ...[3000, 3],
    4000,
    ...[5000, 0],
  ]);
  expect(asked).toEqual([40, 20, 144, 32, 0]);
  expect(() => allocArguments(module, 'walk')).toThrow('toy has no walk');
});

// --- States as text ---

const game = (state: number) =>
  ({ name: 'toy', module: { manifest: { state } } }) as unknown as Game;

test('unpackState_restores_every_byte', () => {
  const state = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(unpackState(game(256), packState(state))).toEqual(state);
});

test.each([255, 257])('unpackState_of_%i_bytes_for_256_is_refused', (length) => {
  expect(() => unpackState(game(256), packState(new Uint8Array(length)))).toThrow(
    `toy: expected 256 bytes; found ${length}`,
  );
});
