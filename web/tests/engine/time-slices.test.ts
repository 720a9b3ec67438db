/** Waiting in a worker: work per chunk, and one caller after the other. */
import { expect, test } from 'vitest';

import { Lock, nextChunk, pause } from '../../src/engine/time-slices';

test.each([
  [8, 0, 16], // at most twice as much
  [8, 10, 16],
  [8, 24.99, 8],
  [100, 49.99, 50],
  [100, 2500, 1],
  [1, 1e6, 1], // never less than one
  [100, 24.49, 102],
])('nextChunk_after_%d_in_%d_ms_is_%d', (size, ms, expected) => {
  expect(nextChunk(size, ms)).toBe(expected);
});

test('lock_lets_callers_in_one_by_one_in_their_order', async () => {
  const lock = new Lock();
  const order: string[] = [];
  const enter = async (name: string, turns: number): Promise<void> => {
    const leave = await lock.enter();
    order.push(`${name} in`);
    for (let turn = 0; turn < turns; turn++) await pause();
    order.push(`${name} out`);
    leave();
  };
  await Promise.all([enter('a', 3), enter('b', 1), enter('c', 0)]);
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  await enter('d', 0);
  expect(order).toHaveLength(8);
});
