/** Random numbers and seeds. */
import { afterEach, expect, test, vi } from 'vitest';

import { mix, random, randomGumbel, randomId, randomUint64 } from '../../src/engine/random';

afterEach(() => vi.restoreAllMocks());

/** Let the browser draw these bytes. */
function draw(bytes: number[]): void {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((room) => {
    const view = room as unknown as Uint8Array;
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(
      bytes.slice(0, view.byteLength),
    );
    return room;
  });
}

test('mix_of_counted_states_is_splitmix64_with_the_seed_0', () => {
  const step = 0x9e3779b97f4a7c15n;
  expect([1n, 2n, 3n].map((number) => mix(step * number))).toEqual([
    0xe220a8397b1dcdafn,
    0x6e789e6aa1b965f4n,
    0x06c45d188009454fn,
  ]);
  expect(mix(2n ** 64n + 5n)).toBe(mix(5n));
});

test.each([
  [[0, 0, 0, 0, 0, 0, 0, 0], 0],
  [[0, 0, 0, 0, 0, 0, 0, 128], 0.5],
  [[0, 0, 0, 0, 0, 0, 0, 64], 0.25],
  [[255, 255, 255, 255, 255, 255, 255, 255], 1 - 2 ** -53],
])('random_of_bytes_%j_is_%d', (bytes, expected) => {
  draw(bytes);
  expect(random()).toBe(expected);
});

test('randomUint64_has_all_its_bytes', () => {
  draw([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(randomUint64()).toBe(0x0807060504030201n);
});

test.each([
  [128, -Math.log(Math.log(2))], // the median
  [64, -Math.log(Math.log(4 / 3))],
])('randomGumbel_of_a_share_of_%d_256ths', (high, expected) => {
  draw([0, 0, 0, 0, 0, 0, 0, high]);
  expect(randomGumbel()).toBeCloseTo(expected, 12);
});

test('randomId_has_letters_that_an_address_may_have', () => {
  draw([0xfb, 0xff, 0xfe, 0xfb, 0xff, 0xfe, 0, 0, 0]);
  expect(randomId()).toBe('-__--__-AAAA');
  expect(randomId()).toMatch(/^[\w-]{12}$/);
});
